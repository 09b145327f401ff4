import type { Database } from '@gwanje/backend/database/schema';
import type { RefusalReason } from '@gwanje/contract/agent/refusals';
import { AppError } from '@gwanje/contract/errors';
import { HostIdText } from '@gwanje/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { cleanText } from './decode/clean-text.ts';
import { reasonOf } from './refuse.ts';
import { Soon } from './soon.ts';

const DETAIL_LENGTH = 300;
const MOST_CLAIMED = 1000;

interface Counted {
  readonly hostId: number;
  readonly reason: RefusalReason;
  cnt: number;
  lastAt: Date;
  detail: string | null;
}

/** Counts, by cluster and reason, what was refused. One statement after a moment, however many were refused in it. */
export class RefusalCounter implements AsyncDisposable {
  readonly #db: Kysely<Database>;
  readonly #now: () => Date;
  readonly #writer: Soon;
  #pending = new Map<string, Counted>();

  constructor(db: Kysely<Database>, now: () => Date, logger: Logger, writeAfterMs: number) {
    this.#db = db;
    this.#now = now;
    this.#writer = new Soon(writeAfterMs, logger, () => this.#write());
  }

  /** Does nothing for an error that is no refusal. */
  countError(hostId: number, error: unknown): void {
    const reason = reasonOf(error);
    if (reason) this.count(hostId, reason, detailOf(error));
  }

  count(hostId: number, reason: RefusalReason, detail: string | null = null): void {
    this.#add({ hostId, reason, cnt: 1, lastAt: this.#now(), detail });
    this.#writer.ask();
  }

  /** For the cluster that somebody unknown says to be of: a word of no weight, so there is an end to noting it. */
  countClaimed(claimed: string | string[] | undefined, reason: RefusalReason): void {
    const hostId = HostIdText.safeParse(claimed).data;
    if (hostId !== undefined && this.#pending.size < MOST_CLAIMED) this.count(hostId, reason);
  }

  #add(counted: Counted): void {
    const key = `${counted.hostId} ${counted.reason}`;
    const known = this.#pending.get(key);
    if (!known) {
      this.#pending.set(key, counted);
      return;
    }
    known.cnt += counted.cnt;
    if (counted.lastAt >= known.lastAt) {
      known.lastAt = counted.lastAt;
      known.detail = counted.detail;
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const rows = [...this.#pending.values()];
    this.#pending = new Map();
    try {
      await this.#upsert(rows);
    } catch (error) {
      for (const row of rows) this.#add(row);
      throw error;
    }
  }

  /** A cluster may have been deleted meanwhile: then there is nothing to count for. */
  async #upsert(rows: readonly Counted[]): Promise<void> {
    await sql`
      insert into refusal (host_id, reason, cnt, last_at, detail)
      select t.host_id, t.reason, t.cnt, t.last_at, t.detail
      from unnest(
        ${rows.map((row) => row.hostId)}::int[],
        ${rows.map((row) => row.reason)}::text[],
        ${rows.map((row) => row.cnt)}::int[],
        ${rows.map((row) => row.lastAt.toISOString())}::timestamptz[],
        ${rows.map((row) => row.detail)}::text[]
      ) as t (host_id, reason, cnt, last_at, detail)
      join cluster on cluster.host_id = t.host_id
      order by t.host_id, t.reason
      on conflict (host_id, reason) do update set
        cnt = least(refusal.cnt::bigint + excluded.cnt, 2147483647)::int,
        last_at = greatest(refusal.last_at, excluded.last_at),
        detail = excluded.detail`.execute(this.#db);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#writer[Symbol.asyncDispose]();
  }
}

function detailOf(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const { reason: _reason, ...rest } = error.detail;
  if (Object.keys(rest).length === 0) return null;
  return cleanText(JSON.stringify(rest)).slice(0, DETAIL_LENGTH);
}
