import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import type { DropReason } from '@gwanje/contract/alarms/delivery-notes';
import type { Logger } from 'pino';
import type { SendResult } from '../channels/channel.ts';
import { isSubscriptionGone } from '../channels/push/push-client.ts';
import { deleteSubscription, noteFailure, noteSuccess } from '../channels/push/push-repository.ts';
import { DeliveryFailure } from '../clients/delivery-failure.ts';
import { type MessageCauses, NO_CAUSES } from '../message-causes.ts';
import { alarmsOf, MessageFacts, ReportMessage } from '../message-facts.ts';
import type { MessageSender, ReportMail, ReportTarget } from '../message-sender.ts';
import { type MessageDuty, NO_DUTY } from './escalation/message-duty.ts';
import {
  type DueMessage,
  endMessage,
  findDueMessages,
  makeDue,
  receiverKey,
  storedNote,
  updateWaiting,
} from './outbox-repository.ts';

export interface OutboxDeps {
  readonly db: Db;
  readonly sender: Pick<MessageSender, 'send'> & Partial<Pick<MessageSender, 'sendReport'>>;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly lease: LeaseState;
  /** What changed before an alarm. It never fails and answers soon, if with nothing. */
  readonly causesOf?: ((alarmId: number) => Promise<MessageCauses>) | undefined;
  /** The mail of a stored report; null: the report is deleted. */
  readonly reportMailOf?:
    | ((reportId: number, language: ReportTarget['language']) => Promise<ReportMail | null>)
    | undefined;
  /** Who is on duty for the groups of alarms, as far as this webhook may name them; null: the receiver is a person. */
  readonly dutyOf?:
    | ((alarmIds: readonly number[], webhookId: number | null) => Promise<MessageDuty>)
    | undefined;
  /** From 0 to 1. Spreads the retries of messages that failed together. */
  readonly random?: () => number;
  readonly onAttempt?: (outcome: 'delivered' | 'refused' | 'givenUp') => void;
}

/**
 * Receivers served at the same time. Each gets its messages in order, so a slow one does not delay others.
 */
const MAX_LANES = 32;
/** Receivers whose last attempt failed get at most this many of the lanes. */
const MAX_FAILING_LANES = 8;
const MAX_MESSAGES_PER_RECEIVER = 50;

/** Sends waiting messages at least once, under a stable id, and the messages about one alarm in order. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #lanes = new Map<string, Promise<void>>();
  /** Receivers that failed, and until when they are paused. In memory only: after a restart all are tried. */
  readonly #failing = new Map<string, { cnt: number; pausedUntilMs: number }>();
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Starts sending all due messages. */
  async sendDue(): Promise<void> {
    if (!this.#maySend()) return;
    const { db, logger, now } = this.#deps;
    const due = await findDueMessages(db, now(), MAX_MESSAGES_PER_RECEIVER);
    const nowMs = now().getTime();
    // Receivers that did not fail go first.
    const byReceiver = [...Map.groupBy(due, receiverKey)].toSorted(
      ([a], [b]) => this.#failures(a) - this.#failures(b),
    );
    for (const [receiver, messages] of byReceiver) {
      if (!this.#maySend() || this.#lanes.size >= MAX_LANES) return;
      if (this.#lanes.has(receiver) || this.#isPaused(receiver, nowMs)) continue;
      if (this.#failures(receiver) > 0 && this.#failingLanes() >= MAX_FAILING_LANES) return;
      const lane = this.#sendAll(messages)
        .catch((err: unknown) => logger.warn({ err, receiver }, 'messages not sent'))
        .finally(() => this.#lanes.delete(receiver));
      this.#lanes.set(receiver, lane);
    }
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  /** Waits for the messages that are being sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  /** Checked before every message, because another process may have taken the lease. */
  #maySend(): boolean {
    return !this.#isClosed && this.#deps.lease.isHeld();
  }

  #failures(receiver: string): number {
    return this.#failing.get(receiver)?.cnt ?? 0;
  }

  #failingLanes(): number {
    return [...this.#lanes.keys()].filter((receiver) => this.#failures(receiver) > 0).length;
  }

  /** Ignores a pause longer than the maximum: it means that the clock was set back. */
  #isPaused(receiver: string, nowMs: number): boolean {
    const untilMs = this.#failing.get(receiver)?.pausedUntilMs ?? 0;
    return nowMs < untilMs && untilMs - nowMs <= MAX_PAUSE_MS;
  }

  /** Stops at the first failure: the other messages would wait for the same receiver, one timeout each. */
  async #sendAll(messages: readonly DueMessage[]): Promise<void> {
    for (const message of messages) if (!this.#maySend() || !(await this.#send(message))) return;
  }

  async #send(message: DueMessage): Promise<boolean> {
    const { db, now, onAttempt } = this.#deps;
    const { pushSubscriptionId } = message;
    try {
      const sent = await this.#deliver(message);
      if (typeof sent === 'string') {
        await endMessage(db, message, 'dropped', { why: sent, detail: null }, now());
        return true;
      }
      await endMessage(db, message, 'delivered', sent.note, now());
      if (pushSubscriptionId !== null) await noteSuccess(db, pushSubscriptionId, now());
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      if (pushSubscriptionId !== null && isSubscriptionGone(error)) {
        await deleteSubscription(db, pushSubscriptionId);
        await endMessage(db, message, 'dropped', { why: 'subscriptionEnded', detail: null }, now());
        onAttempt?.('givenUp');
        return false;
      }
      await this.#fail(message, error);
      return false;
    }
    onAttempt?.('delivered');
    const isBack = this.#failing.delete(receiverKey(message)) || message.attemptCnt > 0;
    if (isBack) await makeDue(db, message, now());
    return true;
  }

  /** Returns why there is nothing to send, if so. */
  async #deliver({
    target,
    whyNot,
    payload,
    deliveryId,
    webhookId,
  }: DueMessage): Promise<SendResult | DropReason> {
    const { sender, reportMailOf } = this.#deps;
    if (!target) return whyNot;
    if (target.kind === 'report') {
      const report = ReportMessage.safeParse(payload).data;
      const mail = report && (await reportMailOf?.(report.reportId, target.language));
      if (!mail || !sender.sendReport) return 'reportDeleted';
      return await sender.sendReport(target, deliveryId, mail);
    }
    const facts = MessageFacts.safeParse(payload).data;
    if (!facts) return 'unreadable';
    const context = { causes: await this.#causesOf(facts), duty: await this.#dutyOf(facts, webhookId) };
    return await sender.send(target, deliveryId, facts, context);
  }

  /** A message that ends an alarm needs no causes, and a summary names too many alarms. */
  async #causesOf(facts: MessageFacts): Promise<MessageCauses> {
    const { causesOf } = this.#deps;
    if (!causesOf || !('alarm' in facts) || facts.alarm.isRecovered) return NO_CAUSES;
    return await causesOf(facts.alarm.alarmId);
  }

  /** A summary names the people on duty for the alarms that it lists. */
  async #dutyOf(facts: MessageFacts, webhookId: number | null): Promise<MessageDuty> {
    const { dutyOf } = this.#deps;
    const alarmIds = alarmsOf(facts).map(({ alarmId }) => alarmId);
    return dutyOf ? await dutyOf(alarmIds, webhookId) : NO_DUTY;
  }

  async #fail(message: DueMessage, { message: why, note }: DeliveryFailure): Promise<void> {
    const { db, logger, now, onAttempt, random = Math.random } = this.#deps;
    const { deliveryId, pushSubscriptionId, attemptCnt } = message;
    const receiver = receiverKey(message);
    const cnt = this.#failures(receiver) + 1;
    const at = now();
    this.#failing.set(receiver, { cnt, pausedUntilMs: at.getTime() + pauseAfterMs(cnt) });
    const mostCnt = pushSubscriptionId === null ? RETRIES : PUSH_RETRIES;
    const waitMs = retryAfterMs(attemptCnt + 1, random(), mostCnt);
    logger.warn({ deliveryId, receiver, why }, 'message not delivered');
    if (pushSubscriptionId !== null) await noteFailure(db, pushSubscriptionId, note, at);
    onAttempt?.(waitMs === null ? 'givenUp' : 'refused');
    if (waitMs === null) await endMessage(db, message, 'failed', note, at);
    else
      await updateWaiting(db, deliveryId, {
        attemptCnt: attemptCnt + 1,
        lastAttemptAt: at,
        nextAttemptAt: new Date(at.getTime() + waitMs),
        note: storedNote(note),
      });
  }
}

const FIRST_MS = 5_000;
const GROWTH = 3;
const MAX_MS = 10 * 3_600_000;
/**
 * More than a day in total: a receiver that is repaired in the morning still gets the messages of the night.
 */
const RETRIES = 11;
/** About an hour: the screen of a telephone is no place for the alarms of the night. */
const PUSH_RETRIES = 7;
/** Spreads the retries of messages that failed together. */
const JITTER = 0.2;

/** The wait after this many failed attempts; null: no more retries. `chance` is from 0 to 1. */
export function retryAfterMs(attemptCnt: number, chance = 0, mostCnt = RETRIES): number | null {
  if (attemptCnt > mostCnt) return null;
  const waitMs = FIRST_MS * GROWTH ** (attemptCnt - 1);
  return Math.min(MAX_MS, Math.round(waitMs * (1 + JITTER * chance)));
}

const PAUSES_MS = [1_000, 5_000, 15_000, 60_000];
const MAX_PAUSE_MS = 60_000;

/** A failing receiver is tried again soon, and then less often, however many messages wait for it. */
function pauseAfterMs(failureCnt: number): number {
  return PAUSES_MS[failureCnt - 1] ?? MAX_PAUSE_MS;
}
