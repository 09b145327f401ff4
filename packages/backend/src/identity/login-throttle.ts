import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

export interface ThrottleRule {
  /** Failures in a row that lock the key. */
  readonly limit: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** A failure longer ago than this is forgotten. */
  readonly forgetAfterMs: number;
}

export const USER_RULE: ThrottleRule = {
  limit: 5,
  firstLockMs: 60_000,
  longestLockMs: 900_000,
  forgetAfterMs: 3_600_000,
};
/** Many people may share an address; a list of passwords tried on many accounts still stops here. */
export const ADDRESS_RULE: ThrottleRule = {
  limit: 50,
  firstLockMs: 60_000,
  longestLockMs: 900_000,
  forgetAfterMs: 3_600_000,
};

export type Attempt = { readonly kind: 'allowed' } | { readonly kind: 'locked'; readonly until: Date };

/**
 * Counts an attempt as failed before the password is checked, in one statement, so that a hundred at once are a hundred
 * counted; success takes it back. Kept in the database: a restart forgives nothing.
 */
export async function beginAttempt(
  db: Kysely<Database>,
  key: string,
  rule: ThrottleRule,
  now: Date,
): Promise<Attempt> {
  const forgotten = new Date(now.getTime() - rule.forgetAfterMs);
  const row = await db
    .insertInto('loginThrottle')
    .values({ key, failureCnt: 1, lastFailureAt: now, lockedUntil: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failureCnt: sql<number>`case when login_throttle.last_failure_at < ${forgotten} then 1 else login_throttle.failure_cnt + 1 end`,
          lastFailureAt: now,
        })
        .where((eb) =>
          eb.or([eb('loginThrottle.lockedUntil', 'is', null), eb('loginThrottle.lockedUntil', '<=', now)]),
        ),
    )
    .returning('failureCnt')
    .executeTakeFirst();
  if (!row) {
    const locked = await db
      .selectFrom('loginThrottle')
      .select('lockedUntil')
      .where('key', '=', key)
      .executeTakeFirst();
    return { kind: 'locked', until: locked?.lockedUntil ?? now };
  }
  if (row.failureCnt >= rule.limit) {
    await db
      .updateTable('loginThrottle')
      .set({ lockedUntil: new Date(now.getTime() + lockMs(row.failureCnt, rule)) })
      .where('key', '=', key)
      .execute();
  }
  return { kind: 'allowed' };
}

export function lockMs(failureCnt: number, rule: ThrottleRule): number {
  return Math.min(rule.firstLockMs * 2 ** Math.min(failureCnt - rule.limit, 20), rule.longestLockMs);
}

/** The person has proved who they are: the user's count is cleared. */
export async function clearAttempts(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('loginThrottle').where('key', '=', key).execute();
}

/** One attempt did not fail after all. A valid account must not wipe out what else came from its address. */
export async function forgiveAttempt(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('loginThrottle')
    .set((eb) => ({
      failureCnt: eb.fn<number>('greatest', [eb('failureCnt', '-', 1), eb.val(0)]),
      lockedUntil: null,
    }))
    .where('key', '=', key)
    .execute();
}

export async function deleteForgottenAttempts(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('loginThrottle')
    .where('lastFailureAt', '<', new Date(now.getTime() - USER_RULE.forgetAfterMs))
    .execute();
}
