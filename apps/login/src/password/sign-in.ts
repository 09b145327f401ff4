import { recordAudit } from '@gwanje/backend/identity/audit';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { findUserById, toUser, type UserRow } from '@gwanje/backend/identity/users';
import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { AppError } from '@gwanje/contract/definition/errors';
import type { User } from '@gwanje/contract/users/users';
import { blockedReason, openSession, recordOwnAction, type Visit } from '../visit.ts';
import { type CountedAttempt, countSignIn, forgetAttempts, lockRecord, secondsUntil } from './attempts.ts';

/** The format of a user id. Any other input matches no user, and is neither looked up nor counted by name. */
const POSSIBLE_USER_ID = /^[a-z0-9._-]{1,64}$/;

interface GivenCredentials {
  /** Trimmed and in lower case. */
  readonly userId: string;
  readonly password: string;
}

/** A password check takes 30 ms of a processor and 19 MiB, and any client may cause one. */
const checks = new JobLimit(4, 60);

export function signIn(given: GivenCredentials, visit: Visit) {
  return checks.run(() => checkAndOpen(given, visit));
}

async function checkAndOpen(
  { userId, password }: GivenCredentials,
  visit: Visit,
): Promise<{ readonly token: string; readonly user: User }> {
  const attempt = await countSignIn(POSSIBLE_USER_ID.test(userId) ? userId : undefined, visit);
  const account = POSSIBLE_USER_ID.test(userId) ? await findUserById(visit.db, userId) : undefined;
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) {
    return await refuse(account, attempt, visit);
  }
  await refuseUnlessActive(account, attempt, visit);
  const token = await visit.db.transaction().execute(async (trx) => {
    const opened = await openSession(trx, visit, account, 'password');
    if (opened !== undefined) await forgetAttempts(trx, attempt);
    return opened;
  });
  // The password changed or the account was removed during the password check.
  if (token === undefined) return await refuse(account, attempt, visit);
  visit.events.signedIn('password', account.userNo);
  return { token, user: toUser(account) };
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

/** Only a client with the right password learns the status of the account. */
async function refuseUnlessActive(account: UserRow, attempt: CountedAttempt, visit: Visit): Promise<void> {
  const { db, events, origin } = visit;
  const reason = blockedReason(account);
  if (!reason) return;
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
