import type { Db } from '@gwanje/backend/database/schema';
import { isKnownBrowser } from '@gwanje/backend/identity/known-browsers';
import {
  ADDRESS_RULE,
  addressKey,
  beginAttempt,
  browserKey,
  clearAttempts,
  factorKey,
  forgiveAttempt,
  lockedError,
  sessionKey,
  type ThrottleRule,
  userKey,
  userRule,
} from '@gwanje/backend/identity/login-throttle';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import type { Visit } from '../visit.ts';

type AttemptTarget = 'browser' | 'user' | 'address';

interface Count {
  readonly target: AttemptTarget;
  readonly key: string;
  /** The end of the lock that this attempt would start, if any. */
  readonly lockedUntil: Date | null;
}
/** The counts of one attempt; each is taken back or cleared if the attempt succeeds. */
export type CountedAttempt = readonly Count[];

/**
 * Refuses a locked attempt. A browser in which the user has signed in before has its own count: wrong passwords from elsewhere
 * lock neither it nor its address.
 */
export async function countSignIn(
  userId: string | undefined,
  visit: Visit,
  settings: SecuritySettings,
): Promise<CountedAttempt> {
  return countOf(userId, visit, settings, (key) => key);
}

/** The same for the second factor of a user whose password was right. */
export async function countFactor(
  userId: string,
  visit: Visit,
  settings: SecuritySettings,
): Promise<CountedAttempt> {
  return countOf(userId, visit, settings, factorKey);
}

async function countOf(
  userId: string | undefined,
  visit: Visit,
  settings: SecuritySettings,
  toKey: (key: string) => string,
): Promise<CountedAttempt> {
  const { db, origin, now } = visit;
  const rule = userRule(settings);
  if (userId !== undefined && (await isKnownBrowser(db, userId, origin.browser, now)))
    return [await count('browser', toKey(browserKey(origin.browser, userId)), rule, visit)];
  const byAddress = await countByAddress(visit);
  if (userId === undefined) return [byAddress];
  return [await count('user', toKey(userKey(userId)), rule, visit), byAddress];
}

export function countByAddress(visit: Visit): Promise<Count> {
  return count('address', addressKey(visit.origin.address), ADDRESS_RULE, visit);
}

/** An unattended browser must not be used to guess the password of the session's user. */
export function countBySession(tokenHash: Buffer, visit: Visit, settings: SecuritySettings): Promise<Count> {
  return count('browser', sessionKey(tokenHash), userRule(settings), visit);
}

async function count(
  target: AttemptTarget,
  key: string,
  rule: ThrottleRule,
  { db, now }: Visit,
): Promise<Count> {
  const attempt = await beginAttempt(db, key, rule, now);
  if (attempt.kind === 'allowed') return { target, key, lockedUntil: attempt.lockedUntil };
  throw lockedError(attempt.until, now);
}

/** A correct password clears the count of the user or browser, and takes back the one of the address. */
export async function forgetAttempts(db: Db, counts: CountedAttempt): Promise<void> {
  for (const { target, key } of counts) {
    if (target === 'address') await forgiveAttempt(db, key);
    else await clearAttempts(db, key);
  }
}

/**
 * The audit record of the start of a lock. Refused attempts are not recorded: any client could fill the log with them.
 */
export function lockRecord(key: AttemptTarget, until: Date) {
  return { action: 'session.lock' as const, detail: { key, until: until.toISOString() } };
}
