import { makeLink } from '@gwanje/backend/identity/one-time-links';
import { isPasswordExpired } from '@gwanje/backend/identity/password-rules';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { findUserById, toUser, type UserRow } from '@gwanje/backend/identity/users';
import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import { AppError } from '@gwanje/contract/definition/errors';
import type { User } from '@gwanje/contract/users/users';
import { neededStep, type SecondStep } from '../factor/needed-step.ts';
import { savePendingSignIn } from '../factor/pending-sign-in.ts';
import { openSession, recordOwnAction, type Visit } from '../visit.ts';
import { type CountedAttempt, countSignIn, forgetAttempts } from './attempts.ts';
import { denialReason, deny, refuse, tooManySessions } from './refusal.ts';

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

export interface OpenedSession {
  readonly token: string;
  readonly user: User;
}

/** Opens a session, or says which step is still missing. */
export function signIn(given: GivenCredentials, visit: Visit): Promise<OpenedSession | SecondStep> {
  return checks.run(() => checkAndOpen(given, visit));
}

async function checkAndOpen(
  { userId, password, endsOthers }: GivenCredentials,
  visit: Visit,
): Promise<OpenedSession | SecondStep> {
  const { settings } = await readSecuritySettings(visit.db);
  const isPossible = POSSIBLE_USER_ID.test(userId);
  const attempt = await countSignIn(isPossible ? userId : undefined, visit, settings);
  const account = isPossible ? await findUserById(visit.db, userId) : undefined;
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) {
    return await refuse(account, attempt, visit, wrongPassword(account));
  }
  const reason = denialReason(account, visit, settings);
  if (reason) return await deny(account, attempt, visit, reason);
  if (isPasswordExpired(account.passwordChangedAt, settings, visit.now))
    return await askForNewPassword(account, attempt, visit);
  const step = await neededStep(visit.db, account, settings);
  if (step) return await askForFactor(account, attempt, visit, step);
  const opening = await visit.db.transaction().execute(async (trx) => {
    const result = await openSession(trx, visit, account, 'password', endsOthers);
    if (result.outcome !== 'changed') await forgetAttempts(trx, attempt);
    return result;
  });
  switch (opening.outcome) {
    case 'changed':
      // The password changed or the account was removed during the password check.
      return await refuse(account, attempt, visit, wrongPassword(account));
    case 'tooManySessions':
      throw tooManySessions(opening.sessions);
    case 'opened':
      visit.events.signedIn('password', account.userNo);
      return { token: opening.token, user: toUser(account) };
  }
}

/** The same answer for existing and unknown users; the log knows the difference. */
function wrongPassword(account: UserRow | undefined) {
  return { logged: account ? 'wrongPassword' : 'unknownUser', answered: 'wrongCredentials' } as const;
}

/** The password was right. The browser has some minutes for the second factor. */
async function askForFactor(
  account: UserRow,
  attempt: CountedAttempt,
  visit: Visit,
  step: SecondStep,
): Promise<SecondStep> {
  await visit.db.transaction().execute(async (trx) => {
    await forgetAttempts(trx, attempt);
    await savePendingSignIn(trx, visit.origin.browser, account, visit.now);
  });
  return step;
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
