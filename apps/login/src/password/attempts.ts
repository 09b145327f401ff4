import type { Db } from '@gwanje/backend/database/schema';
import {
  ADDRESS_RULE,
  addressKey,
  beginAttempt,
  clearAttempts,
  forgiveAttempt,
  type ThrottleRule,
  USER_RULE,
  userKey,
} from '@gwanje/backend/identity/login-throttle';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Visit } from '../visit.ts';

/** Counts an attempt of the address, as `countByUser` counts one of the user. */
export function countByAddress(visit: Visit): Promise<Date | null> {
  return count(addressKey(visit.origin.address), ADDRESS_RULE, visit);
}

/** Refuses the attempt of a locked user. Returns the end of the lock that this attempt would start, if any. */
export function countByUser(userId: string, visit: Visit): Promise<Date | null> {
  return count(userKey(userId), USER_RULE, visit);
}

async function count(key: string, rule: ThrottleRule, { db, now }: Visit): Promise<Date | null> {
  const attempt = await beginAttempt(db, key, rule, now);
  if (attempt.kind === 'allowed') return attempt.lockedUntil;
  throw new AppError('tooManyRequests', { reason: 'locked', retryAfterS: secondsUntil(attempt.until, now) });
}

/** A correct password clears the attempts of the user, and takes back the one of the address. */
export async function forgetAttempts(db: Db, userId: string, visit: Visit): Promise<void> {
  await clearAttempts(db, userKey(userId));
  await forgiveAddress(db, visit);
}

export async function forgiveAddress(db: Db, { origin }: Visit): Promise<void> {
  await forgiveAttempt(db, addressKey(origin.address));
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/**
 * The audit record of the start of a lock. Refused attempts are not recorded: any client could fill the log with them.
 */
export function lockRecord(key: 'user' | 'address', until: Date) {
  return { action: 'session.lock', detail: { key, until: until.toISOString() } };
}
