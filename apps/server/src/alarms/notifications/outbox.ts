import type { OnDuty } from '@gwanje/backend/database/duty';
import type { Database } from '@gwanje/backend/database/schema';
import type { HoldReason } from '@gwanje/domain/notifications/routing';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Facts } from './facts.ts';
import type { Messenger } from './messenger.ts';
import { DeliveryFailure } from './outside-client.ts';
import { targetOf } from './receivers.ts';
import { longestRestMs, restAfterMs, retryAfterMs } from './retries.ts';

type Db = Kysely<Database>;

export interface Message {
  /** Null of a summary. */
  readonly alarmId: number | null;
  readonly webhookId: number;
  readonly webhookName: string;
  readonly reason: string;
  readonly facts: Facts;
  /** Null: it may be sent. */
  readonly held: { readonly for: HoldReason; readonly until: Date } | null;
}

const ROWS_AT_ONCE = 500;

/** To be written in the transaction of what it tells of. */
export async function putIntoOutbox(db: Db, messages: readonly Message[], now: Date): Promise<void> {
  for (let start = 0; start < messages.length; start += ROWS_AT_ONCE) {
    const rows = messages.slice(start, start + ROWS_AT_ONCE).map(({ facts, held, ...message }) => ({
      ...message,
      deliveryId: crypto.randomUUID(),
      payload: JSON.stringify(facts),
      state: held ? 'held' : 'waiting',
      heldFor: held?.for ?? null,
      heldUntil: held?.until ?? null,
      createdAt: now,
      nextAttemptAt: held ? null : now,
    }));
    await db.insertInto('outbox').values(rows).execute();
  }
}

interface Due {
  readonly deliveryId: string;
  readonly attemptCnt: number;
  readonly payload: unknown;
  readonly webhookId: number;
  /** Null: it is gone. */
  readonly kind: string | null;
  readonly url: string | null;
  readonly recipientList: unknown;
  readonly bodyTemplate: string | null;
  readonly language: string | null;
  readonly isOn: boolean | null;
}

export interface OutboxDeps {
  readonly db: Db;
  readonly messenger: Pick<Messenger, 'send'>;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly duty: OnDuty;
  /** 0 to 1: how much later than it must be a next attempt is made. */
  readonly random?: () => number;
  readonly onAttempt?: (outcome: 'delivered' | 'refused' | 'givenUp') => void;
}

/** So many receivers are told at once; each by itself in order, so that a slow one keeps nobody else waiting. */
const LANES = 32;
/** Of these, those that did not answer lately take this many at most: however many are dead, others are told. */
const LANES_OF_FAILING = 8;
/** Of one receiver in one round. */
const DUE_OF_ONE = 50;

/** Tells receivers what waits for them: at least once, under an id that stays, what is about one alarm in its order. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #lanes = new Map<number, Promise<void>>();
  /** Receivers that failed, since when they rest and how often in a row. Memory alone: a new start asks them anew. */
  readonly #failing = new Map<number, { cnt: number; untilMs: number }>();
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Begins with all that is due and is not being sent yet. */
  async sendDue(): Promise<void> {
    if (!this.#maySend()) return;
    const due = Map.groupBy(await this.#findDue(), ({ webhookId }) => webhookId);
    const nowMs = this.#deps.now().getTime();
    // Whoever has answered goes first.
    const ordered = [...due].toSorted(([a], [b]) => this.#failures(a) - this.#failures(b));
    for (const [webhookId, messages] of ordered) {
      if (!this.#maySend() || this.#lanes.size >= LANES) return;
      if (this.#lanes.has(webhookId) || this.#isResting(webhookId, nowMs)) continue;
      if (this.#failures(webhookId) > 0 && this.#failingLanes() >= LANES_OF_FAILING) return;
      const lane = this.#sendAll(messages)
        .catch((err: unknown) => this.#deps.logger.warn({ err, webhookId }, 'messages not sent'))
        .finally(() => this.#lanes.delete(webhookId));
      this.#lanes.set(webhookId, lane);
    }
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes.values());
  }

  /** What is being sent is let go to its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  /** Asked before every message: another process may have taken over. */
  #maySend(): boolean {
    return !this.#isClosed && this.#deps.duty.isOn();
  }

  #failures(webhookId: number): number {
    return this.#failing.get(webhookId)?.cnt ?? 0;
  }

  #failingLanes(): number {
    return [...this.#lanes.keys()].filter((webhookId) => this.#failures(webhookId) > 0).length;
  }

  /** A clock that was set back keeps nobody waiting. */
  #isResting(webhookId: number, nowMs: number): boolean {
    const untilMs = this.#failing.get(webhookId)?.untilMs ?? 0;
    return nowMs < untilMs && untilMs - nowMs <= longestRestMs;
  }

  /** Of each alarm the first that waits, for each receiver: what came later waits behind it. */
  async #findDue(): Promise<readonly Due[]> {
    const { db, now } = this.#deps;
    const at = now();
    const { rows } = await sql<Due>`
      select o.delivery_id, o.attempt_cnt, o.payload, r.webhook_id, w.kind, w.url, w.recipient_list, w.body_template,
        w.language, w.is_on
      from (
        select distinct webhook_id from outbox where state = 'waiting' and next_attempt_at <= ${at}) r
      cross join lateral (
        select * from outbox due
        where due.webhook_id = r.webhook_id and due.state = 'waiting' and due.next_attempt_at <= ${at}
          and not exists (
            select 1 from outbox e
            where e.alarm_id = due.alarm_id and e.webhook_id = due.webhook_id and e.state = 'waiting'
              and e.seq < due.seq)
        order by due.seq limit ${DUE_OF_ONE}) o
      left join webhook w on w.webhook_id = r.webhook_id
      order by o.seq`.execute(db);
    return rows;
  }

  /** Ends with the first that cannot be delivered: the others would only wait for the same silence, one by one. */
  async #sendAll(messages: readonly Due[]): Promise<void> {
    for (const message of messages) if (!this.#maySend() || !(await this.#send(message))) return;
  }

  async #send(due: Due): Promise<boolean> {
    const facts = Facts.safeParse(due.payload).data;
    if (due.kind === null || !due.isOn || !facts) {
      const why = !facts
        ? 'it cannot be read'
        : due.kind === null
          ? 'the webhook is gone'
          : 'the webhook is off';
      await this.#end(due, 'dropped', why);
      return true;
    }
    const target = targetOf({ ...due, kind: due.kind, language: due.language ?? '' });
    let note: string | null;
    try {
      ({ note } = await this.#deps.messenger.send(target, due.deliveryId, facts));
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      await this.#fail(due, error);
      return false;
    }
    await this.#end(due, 'delivered', note);
    this.#deps.onAttempt?.('delivered');
    const isBack = this.#failing.delete(due.webhookId) || due.attemptCnt > 0;
    if (isBack) await this.#hurry(due.webhookId);
    return true;
  }

  /** A receiver that is back is told at once of all that it missed. */
  async #hurry(webhookId: number): Promise<void> {
    const { db, now } = this.#deps;
    await db
      .updateTable('outbox')
      .set({ nextAttemptAt: now() })
      .where('webhookId', '=', webhookId)
      .where('state', '=', 'waiting')
      .where('nextAttemptAt', '>', now())
      .execute();
  }

  async #fail(due: Due, failure: DeliveryFailure): Promise<void> {
    const { db, logger, now, onAttempt, random = Math.random } = this.#deps;
    const cnt = this.#failures(due.webhookId) + 1;
    this.#failing.set(due.webhookId, { cnt, untilMs: now().getTime() + restAfterMs(cnt) });
    const waitMs = retryAfterMs(due.attemptCnt + 1, random());
    logger.warn(
      { deliveryId: due.deliveryId, webhookId: due.webhookId, why: failure.message },
      'not delivered',
    );
    onAttempt?.(waitMs === null ? 'givenUp' : 'refused');
    if (waitMs === null) return this.#end(due, 'failed', failure.message);
    await db
      .updateTable('outbox')
      .set({
        attemptCnt: due.attemptCnt + 1,
        lastAttemptAt: now(),
        nextAttemptAt: new Date(now().getTime() + waitMs),
        lastError: failure.message,
      })
      .where('deliveryId', '=', due.deliveryId)
      .execute();
  }

  async #end(due: Due, state: 'delivered' | 'failed' | 'dropped', lastError: string | null): Promise<void> {
    const { db, now } = this.#deps;
    await db
      .updateTable('outbox')
      .set({
        state,
        lastError,
        nextAttemptAt: null,
        ...(state === 'dropped' ? {} : { attemptCnt: due.attemptCnt + 1, lastAttemptAt: now() }),
        ...(state === 'delivered' && { deliveredAt: now() }),
      })
      .where('deliveryId', '=', due.deliveryId)
      .execute();
  }
}

/** Sends once more what was given up; false where there is no such delivery, or it is under way. */
export async function replayDelivery(db: Db, deliveryId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attemptCnt: 0, nextAttemptAt: now })
    .where('deliveryId', '=', deliveryId)
    .where('state', '=', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
