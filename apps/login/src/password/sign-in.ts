import { recordAudit } from '@gwanje/backend/identity/audit';
import { makeLink } from '@gwanje/backend/identity/one-time-links';
import { isPasswordExpired } from '@gwanje/backend/identity/password-rules';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { findUserById, toUser, type UserRow } from '@gwanje/backend/identity/users';
import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { AppError } from '@gwanje/contract/definition/errors';
import type { User } from '@gwanje/contract/users/users';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { blockedReason, isAllowedNetwork, openSession, recordOwnAction, type Visit } from '../visit.ts';
import { type CountedAttempt, countSignIn, forgetAttempts, lockRecord, secondsUntil } from './attempts.ts';

/** The format of a user id. Any other input matches no user, and is neither looked up nor counted by name. */
const POSSIBLE_USER_ID = /^[a-z0-9._-]{1,64}$/;

interface GivenCredentials {
  /** Trimmed and in lower case. */
  readonly userId: string;
  readonly password: string;
  /** The user accepts that other sessions end when there are too many. */
  readonly endsOthers: boolean;
}

/** A password check takes 30 ms of a processor and 19 MiB, and any client may cause one. */
const checks = new JobLimit(4, 60);

export function signIn(given: GivenCredentials, visit: Visit) {
  return checks.run(() => checkAndOpen(given, visit));
}

async function checkAndOpen(
  { userId, password, endsOthers }: GivenCredentials,
  visit: Visit,
): Promise<{ readonly token: string; readonly user: User }> {
  const { settings } = await readSecuritySettings(visit.db);
  const isPossible = POSSIBLE_USER_ID.test(userId);
  const attempt = await countSignIn(isPossible ? userId : undefined, visit, settings);
  const account = isPossible ? await findUserById(visit.db, userId) : undefined;
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) {
    return await refuse(account, attempt, visit);
  }
  const reason =
    blockedReason(account) ?? (isAllowedNetwork(account, visit, settings) ? undefined : 'network');
  if (reason) return await deny(account, attempt, visit, reason);
  if (isPasswordExpired(account.passwordChangedAt, settings, visit.now))
    return await askForNewPassword(account, attempt, visit);
  const opening = await visit.db.transaction().execute(async (trx) => {
    const result = await openSession(trx, visit, account, 'password', endsOthers);
    if (result.outcome !== 'changed') await forgetAttempts(trx, attempt);
    return result;
  });
  switch (opening.outcome) {
    case 'changed':
      // The password changed or the account was removed during the password check.
      return await refuse(account, attempt, visit);
    case 'tooManySessions':
      throw new AppError('conflict', {
        reason: 'tooManySessions',
        sessionList: opening.sessions.map(({ userAgent, address, lastSeenAt }) => ({
          device: deviceName(userAgent) ?? null,
          address,
          lastSeenAt: lastSeenAt.toISOString(),
        })),
      });
    case 'opened':
      visit.events.signedIn('password', account.userNo);
      return { token: opening.token, user: toUser(account) };
  }
}

/** The answer is the same for existing and unknown users. The typed user id is recorded only if it exists. */
async function refuse(
  account: UserRow | undefined,
  attempt: CountedAttempt,
  { db, events, origin, now }: Visit,
): Promise<never> {
  const about = {
    actor: null,
    address: origin.address,
    ...(account ? { target: { kind: 'user', id: account.userNo } } : {}),
  };
  const locks = attempt.flatMap(({ target, lockedUntil }) => (lockedUntil ? [{ target, lockedUntil }] : []));
  const [longest] = locks.toSorted((a, b) => b.lockedUntil.getTime() - a.lockedUntil.getTime());
  await db.transaction().execute(async (trx) => {
    const reason = account ? 'wrongPassword' : 'unknownUser';
    await recordAudit(trx, { ...about, action: 'session.create', outcome: 'failed', detail: { reason } });
    for (const { target, lockedUntil } of locks)
      await recordAudit(trx, { ...about, ...lockRecord(target, lockedUntil), outcome: 'done' });
  });
  events.signInFailed('password', 'wrongCredentials', origin.address);
  for (const { target } of locks) events.locked(target, origin.address);
  throw new AppError('invalidParameter', {
    reason: 'wrongCredentials',
    ...(longest ? { retryAfterS: secondsUntil(longest.lockedUntil, now) } : {}),
  });
}

/** Only a client with the right password learns the status of the account and the rules for it. */
async function deny(
  account: UserRow,
  attempt: CountedAttempt,
  visit: Visit,
  reason: 'suspended' | 'terminated' | 'network',
): Promise<never> {
  const { db, events, origin } = visit;
  await db.transaction().execute(async (trx) => {
    await forgetAttempts(trx, attempt);
    await recordOwnAction(trx, visit, account, {
      action: 'session.create',
      outcome: 'denied',
      detail: { reason },
    });
  });
  events.signInFailed('password', reason, origin.address);
  throw new AppError('noPermission', { reason });
}

const LINK_MS = 15 * 60_000;

/** The user proves the old password and gets a link with which to choose a new one. */
async function askForNewPassword(account: UserRow, attempt: CountedAttempt, visit: Visit): Promise<never> {
  const { db, now } = visit;
  const { userNo } = account;
  const link = await db.transaction().execute(async (trx) => {
    await forgetAttempts(trx, attempt);
    const detail = { reason: 'passwordExpired' };
    await recordOwnAction(trx, visit, account, { action: 'session.create', outcome: 'denied', detail });
    const expiresAt = new Date(now.getTime() + LINK_MS);
    return makeLink(trx, { userNo, kind: 'expired', createdBy: null, now, expiresAt });
  });
  throw new AppError('noPermission', { reason: 'passwordExpired', link });
}
