import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';

export interface ThrottleRule {
  /** The number of consecutive failures that locks the key. */
  readonly limit: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** An older failure no longer counts. */
  readonly forgetAfterMs: number;
}

export const USER_RULE: ThrottleRule = {
  limit: 5,
  firstLockMs: 60_000,
  longestLockMs: 900_000,
  forgetAfterMs: 3_600_000,
};
/** Many users may share an address. The limit still stops a list of passwords tried on many accounts. */
export const ADDRESS_RULE: ThrottleRule = { ...USER_RULE, limit: 50 };

export type Attempt =
  /** `lockedUntil` is set for the last allowed attempt: if it fails, the key stays locked until then. */
  | { readonly kind: 'allowed'; readonly lockedUntil: Date | null }
  | { readonly kind: 'locked'; readonly until: Date };

export function userKey(userId: string): string {
  return `user:${userId}`;
}

/** A client with one IPv6 address usually controls its whole /64 network of 2^64 addresses. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return `address:${mapped ?? address}`;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const network = [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16));
  return `address:${network.join(':')}::/64`;
}

/**
 * Counts an attempt as failed, and locks at the limit, before the password check and in one statement, so
 * that only the limit of a hundred concurrent attempts is allowed. A success reverts it. The count is in the
 * database, so a restart does not reset it.
 */
export async function beginAttempt(db: Db, key: string, rule: ThrottleRule, now: Date): Promise<Attempt> {
  const forgotten = new Date(now.getTime() - rule.forgetAfterMs);
  const failureCnt = sql<number>`(case when login_throttle.last_failure_at < ${forgotten}::timestamptz then 1 else login_throttle.failure_cnt + 1 end)`;
  const lockMs = sql<number>`least(${rule.firstLockMs}::float8 * power(2::float8, least(${failureCnt} - ${rule.limit}::int, 20)), ${rule.longestLockMs}::float8)`;
  const row = await db
    .insertInto('loginThrottle')
    .values({ key, failureCnt: 1, lastFailureAt: now, lockedUntil: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failureCnt,
          lastFailureAt: now,
          lockedUntil: sql<Date | null>`case when ${failureCnt} >= ${rule.limit}::int then ${now}::timestamptz + ${lockMs} * interval '1 millisecond' end`,
        })
        .where((eb) =>
          eb.or([eb('loginThrottle.lockedUntil', 'is', null), eb('loginThrottle.lockedUntil', '<=', now)]),
        ),
    )
    .returning('lockedUntil')
    .executeTakeFirst();
  if (row) return { kind: 'allowed', lockedUntil: row.lockedUntil };
  const locked = await db
    .selectFrom('loginThrottle')
    .select('lockedUntil')
    .where('key', '=', key)
    .executeTakeFirst();
  return { kind: 'locked', until: locked?.lockedUntil ?? now };
}

/** The user has authenticated: the user's count is cleared. */
export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('loginThrottle').where('key', '=', key).execute();
}

/** Takes back one attempt that did not fail. A valid account must not clear its address's other attempts. */
export async function forgiveAttempt(db: Db, key: string): Promise<void> {
  await db
    .updateTable('loginThrottle')
    .set((eb) => ({
      failureCnt: eb.fn<number>('greatest', [eb('failureCnt', '-', 1), eb.val(0)]),
      lockedUntil: null,
    }))
    .where('key', '=', key)
    .execute();
}
