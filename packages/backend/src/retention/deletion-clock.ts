import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { type ClockDoubt, type ClockState, checkClock } from './clock-doubt.ts';

export interface DeletionClockOptions {
  readonly db: Db;
  readonly now: () => Date;
  /** A monotonic clock. */
  readonly monotonicNow?: () => number;
  /** Called when the clock is not trusted, and with null when it is again. Meanwhile nothing old is deleted. */
  readonly onDoubt?: (doubt: ClockDoubt | null) => void;
  /** The time of trust could not be stored. */
  readonly onStoreError?: (error: unknown) => void;
}

const NOTE = 'trustedClock';
/** The time of trust is stored this often: precise enough for a gap of a day. */
const STORE_EVERY_MS = 5 * 60_000;

/** Decides for every deletion by age whether the server clock is trusted. */
export class DeletionClock {
  readonly #options: DeletionClockOptions;
  readonly #monotonicNow: () => number;
  #state: ClockState | undefined;

  constructor(options: DeletionClockOptions) {
    this.#options = options;
    this.#monotonicNow = options.monotonicNow ?? (() => performance.now());
  }

  /** Reads the clock. Null: it is trusted. */
  async check(): Promise<ClockDoubt | null> {
    const { db, now, onDoubt, onStoreError } = this.#options;
    const trustedMs = await readTrustedMs(db);
    const wall = now();
    const wallMs = wall.getTime();
    const areAgentsAgreeing = await compareWithAgents(db, wall);
    const doubtBefore = this.#state?.doubt ?? null;
    this.#state = checkClock(this.#state, {
      wallMs,
      monotonicMs: this.#monotonicNow(),
      trustedMs,
      areAgentsAgreeing,
    });
    const { doubt } = this.#state;
    if (doubt !== doubtBefore) onDoubt?.(doubt);
    if (!doubt && (trustedMs === null || Math.abs(wallMs - trustedMs) >= STORE_EVERY_MS))
      // A database that cannot write does not stop deletions: they free the disk.
      await storeTrusted(db, wall).catch((error: unknown) => onStoreError?.(error));
    return doubt;
  }
}

async function readTrustedMs(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('installationNote')
    .select('updatedAt')
    .where('key', '=', NOTE)
    .executeTakeFirst();
  return row?.updatedAt.getTime() ?? null;
}

async function storeTrusted(db: Db, now: Date): Promise<void> {
  const row = { value: '{}', updatedAt: now };
  await db
    .insertInto('installationNote')
    .values({ key: NOTE, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/**
 * Whether the clocks of most clusters agree with the server clock; null: no agent sent in the last minutes. A
 * cluster counts once, with the majority of its agents. A tie counts as agreement. Retention is in days, so less than a day
 * does not matter.
 */
async function compareWithAgents(db: Db, now: Date): Promise<boolean | null> {
  const { rows } = await sql<{ areAgreeing: boolean | null }>`
    select sum(vote) >= 0 as are_agreeing from (
      select sign(sum(case when clock_skew_ms < -86400000 then -1 else 1 end)) as vote from agent
      where last_batch_at between ${now}::timestamptz - interval '10 min' and ${now}::timestamptz + interval '1 min'
      group by host_id) cluster_vote`.execute(db);
  return rows[0]?.areAgreeing ?? null;
}
