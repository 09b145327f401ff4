import { isIPv6 } from 'node:net';
import { AppError } from '@gwanje/contract/definition/errors';
import { type SecuritySettings, STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { hashToken } from './tokens.ts';

export interface ThrottleRule {
  /** The number of consecutive failures that locks the key. */
  readonly limit: number;
  readonly firstLockMs: number;
  readonly longestLockMs: number;
  /** An older failure no longer counts. */
  readonly forgetAfterMs: number;
  /** One failure is forgotten after each such time. Absent: only a success or `forgetAfterMs` forgets them. */
  readonly decayMs?: number;
}

const FORGET_AFTER_MS = 3_600_000;

/** The rule for one account. */
export function userRule({
  lockAfterCnt,
  lockMaxMin,
}: Pick<SecuritySettings, 'lockAfterCnt' | 'lockMaxMin'>): ThrottleRule {
  const longestLockMs = lockMaxMin * 60_000;
  return {
    limit: lockAfterCnt,
    firstLockMs: 60_000,
    longestLockMs,
    forgetAfterMs: longestForgetMs(longestLockMs),
  };
}

/** Failures still count when the lock that they caused ends. */
function longestForgetMs(longestLockMs: number): number {
  return Math.max(FORGET_AFTER_MS, 2 * longestLockMs);
}

/** The count of a key may be deleted after this time without a failure. */
export const FORGOTTEN_AFTER_MS = longestForgetMs(1440 * 60_000);
/**
 * Many users may share an address, and some mistype every hour. The limit still stops a list of passwords tried on many
 * accounts.
 */
export const ADDRESS_RULE: ThrottleRule = { ...userRule(STANDARD_SECURITY), limit: 50, decayMs: 60_000 };

export type Attempt =
  /** `lockedUntil` is set for the last allowed attempt: if it fails, the key stays locked until then. */
  | { readonly kind: 'allowed'; readonly lockedUntil: Date | null }
  | { readonly kind: 'locked'; readonly until: Date };

export function userKey(userId: string): string {
  return `user:${userId}`;
}

export function browserKey(browser: string, userId: string): string {
  return `browser:${hashToken(browser).toString('base64url')}:${userId}`;
}

/** Wrong codes of the second factor are counted apart: a right password must not clear them. */
export function factorKey(key: string): string {
  return `factor:${key}`;
}

export function sessionKey(tokenHash: Buffer): string {
  return `session:${tokenHash.toString('base64url')}`;
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
  // Only whole decay times advance the stored time: a failure every 59 s must not stop the decay of one a minute.
  const decays =
    rule.decayMs === undefined
      ? sql<number>`0`
      : sql<number>`greatest(0, floor(extract(epoch from ${now}::timestamptz - login_throttle.last_failure_at) * 1000 / ${rule.decayMs}::float8)::int)`;
  const counting = sql<number>`(case when login_throttle.last_failure_at < ${forgotten}::timestamptz then 0 else greatest(0, login_throttle.failure_cnt - ${decays}) end)`;
  const failureCnt = sql<number>`(${counting} + 1)`;
  const lastFailureAt =
    rule.decayMs === undefined
      ? sql<Date>`${now}::timestamptz`
      : sql<Date>`case when ${counting} = 0 then ${now}::timestamptz else login_throttle.last_failure_at + ${decays} * ${rule.decayMs}::float8 * interval '1 millisecond' end`;
  const lockMs = sql<number>`least(${rule.firstLockMs}::float8 * power(2::float8, least(${failureCnt} - ${rule.limit}::int, 20)), ${rule.longestLockMs}::float8)`;
  const row = await db
    .insertInto('loginThrottle')
    .values({ key, failureCnt: 1, lastFailureAt: now, lockedUntil: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failureCnt,
          lastFailureAt,
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

export function lockedError(until: Date, now: Date): AppError {
  return new AppError('tooManyRequests', { reason: 'locked', retryAfterS: secondsUntil(until, now) });
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
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
