import type { Database } from '@gwanje/backend/database/schema';
import type { webhookKinds } from '@gwanje/contract/webhooks';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { type MessageWords, messageWords, renderBody } from './bodies.ts';
import { DeliveryFailure, type OutsideClient } from './outside-client.ts';
import { retryAfterMs } from './retries.ts';

type Db = Kysely<Database>;

export interface Message {
  readonly alarmId: number;
  readonly webhookId: number;
  readonly webhookName: string;
  readonly reason: string;
  readonly words: Omit<MessageWords, 'deliveryId'>;
}

/** To be written in the transaction of what it tells of. */
export async function putIntoOutbox(db: Db, messages: readonly Message[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ words, ...message }) => {
    const deliveryId = crypto.randomUUID();
    const payload = JSON.stringify({ ...words, deliveryId });
    return { ...message, deliveryId, payload, state: 'waiting', createdAt: now, nextAttemptAt: now };
  });
  await db.insertInto('outbox').values(rows).execute();
}

interface Due {
  readonly deliveryId: string;
  readonly attemptCnt: number;
  readonly payload: unknown;
  readonly webhookId: number;
  readonly kind: (typeof webhookKinds)[number] | null;
  readonly url: string | null;
  readonly bodyTemplate: string | null;
  readonly isOn: boolean | null;
}

export interface OutboxDeps {
  readonly db: Db;
  readonly client: Pick<OutsideClient, 'post'>;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** So many receivers are told at once; each by itself in order, so that a slow one keeps nobody else waiting. */
const LANES = 16;
/** Of one receiver in one round. */
const DUE_OF_ONE = 50;

/** Tells receivers what waits for them: at least once, under an id that stays, what is about one alarm in its order. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #lanes = new Map<number, Promise<void>>();
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Begins with all that is due and is not being sent yet. */
  async sendDue(): Promise<void> {
    if (this.#isClosed) return;
    const due = Map.groupBy(await this.#findDue(), ({ webhookId }) => webhookId);
    for (const [webhookId, messages] of due) {
      if (this.#lanes.size >= LANES) return;
      if (this.#lanes.has(webhookId)) continue;
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

  /** Of each alarm the first that waits, for each receiver: what came later waits behind it. */
  async #findDue(): Promise<readonly Due[]> {
    const { db, now } = this.#deps;
    const at = now();
    const { rows } = await sql<Due>`
      select o.delivery_id as "deliveryId", o.attempt_cnt as "attemptCnt", o.payload, r.webhook_id as "webhookId",
        w.kind, w.url, w.body_template as "bodyTemplate", w.is_on as "isOn"
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
    for (const message of messages) if (this.#isClosed || !(await this.#send(message))) return;
  }

  async #send(due: Due): Promise<boolean> {
    if (due.kind === null || due.url === null || !due.isOn) {
      await this.#end(due, 'dropped', due.kind === null ? 'the webhook is gone' : 'the webhook is off');
      return true;
    }
    try {
      const { contentType, text } = renderBody(
        { kind: due.kind, bodyTemplate: due.bodyTemplate, language: 'ko' },
        asWords(due.payload),
      );
      const headers = { 'content-type': contentType, 'x-gwanje-delivery': due.deliveryId };
      await this.#deps.client.post(due.url, headers, text);
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      await this.#fail(due, error);
      return false;
    }
    await this.#end(due, 'delivered', null);
    return true;
  }

  async #fail(due: Due, failure: DeliveryFailure): Promise<void> {
    const { db, logger, now } = this.#deps;
    const waitMs = retryAfterMs(due.attemptCnt + 1);
    logger.warn(
      { deliveryId: due.deliveryId, webhookId: due.webhookId, why: failure.message },
      'not delivered',
    );
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

/** As it was written; a word that came with a later version is empty. */
function asWords(payload: unknown): MessageWords {
  const stored = new Map(Object.entries(typeof payload === 'object' && payload !== null ? payload : {}));
  const entries = messageWords.map((word) => [word, String(stored.get(word) ?? '')]);
  return Object.fromEntries(entries) as MessageWords;
}
