import { hasSecondFactor, readFactors } from '@gwanje/backend/identity/factors/factors';
import { forgetBrowsers, noteBrowser } from '@gwanje/backend/identity/known-browsers';
import { secondsUntil } from '@gwanje/backend/identity/login-throttle';
import { findLink, useLink } from '@gwanje/backend/identity/one-time-links';
import { chosenPasswordError, replacePassword } from '@gwanje/backend/identity/password-rules';
import { hashPassword, verifyPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import {
  createSession,
  endAllSessionsOfUser,
  isProofFresh,
  type LiveSession,
} from '@gwanje/backend/identity/sessions';
import { findUserByNo } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { blockedReason, recordOwnAction, type Visit } from '../visit.ts';
import { countByAddress, countBySession, forgetAttempts, lockRecord } from './attempts.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Ends all sessions of the user, also this one, and returns the token of a session that goes on in its place. Copied tokens become
 * invalid. For a user with a second factor the current password is no proof of identity.
 */
export async function changePassword(
  change: PasswordChange,
  session: LiveSession,
  visit: Visit,
): Promise<string> {
  const { db, origin, now } = visit;
  const { account, tokenHash, createdAt, consoleBrowserHash } = session;
  const action = 'user.changePassword';
  if (account.passwordHash === null) throw new AppError('noPermission', { reason: 'singleSignOn' });
  const hasFactor = hasSecondFactor(await readFactors(db, account.userNo));
  if (hasFactor && !isProofFresh(session, now)) throw new AppError('proofNeeded');
  const { settings } = await readSecuritySettings(db);
  const attempt = await countBySession(tokenHash, visit, settings);
  const { lockedUntil } = attempt;
  if (!(await verifyPassword(account.passwordHash, change.currentPassword))) {
    await db.transaction().execute(async (trx) => {
      const detail = { reason: 'wrongPassword' };
      await recordOwnAction(trx, visit, account, { action, outcome: 'failed', detail });
      if (lockedUntil) await recordOwnAction(trx, visit, account, lockRecord('browser', lockedUntil));
    });
    throw new AppError('invalidParameter', {
      field: 'currentPassword',
      reason: 'wrongPassword',
      ...(lockedUntil ? { retryAfterS: secondsUntil(lockedUntil, now) } : {}),
    });
  }
  await forgetAttempts(db, [attempt]);
  const isSame = change.newPassword.normalize('NFKC') === change.currentPassword.normalize('NFKC');
  const error = isSame
    ? 'sameAsCurrent'
    : await chosenPasswordError(db, account, change.newPassword, settings);
  if (error) throw refusedPassword(error, settings);
  const passwordHash = await hashPassword(change.newPassword);
  return db.transaction().execute(async (trx) => {
    // If an administrator set another password in the meantime, this session has ended too.
    if (!(await replacePassword(trx, account, passwordHash, now))) throw new AppError('sessionFailed');
    await endAllSessionsOfUser(trx, account.userNo);
    await recordOwnAction(trx, visit, account, { action });
    const provedAt = hasFactor ? session.provedAt : now;
    return createSession(trx, account.userNo, { ...origin, consoleBrowserHash, createdAt, provedAt }, now);
  });
}

function refusedPassword(reason: string, { passwordMinLength }: SecuritySettings): AppError {
  return new AppError('invalidParameter', {
    field: 'newPassword',
    reason,
    ...(reason === 'tooShort' && { minLength: passwordMinLength }),
  });
}

/**
 * Returns the user of a link. Wrong links count by address, like wrong passwords. A valid link cannot be guessed, so it works from
 * a locked address too.
 */
export async function ownerOfLink(token: string, visit: Visit) {
  const { db, now } = visit;
  const link = await findLink(db, token, now);
  const account = link && (await findUserByNo(db, link.userNo));
  if (!account || blockedReason(account)) {
    await countByAddress(visit);
    throw new AppError('notFound', { reason: 'link' });
  }
  return { account, kind: link.kind };
}

/** Works once for each link. The user can then sign in with this browser, also while wrong passwords lock the account. */
export async function setPasswordByLink(
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  visit: Visit,
): Promise<void> {
  const { db, origin, now } = visit;
  const { account, kind } = await ownerOfLink(token, visit);
  const { settings } = await readSecuritySettings(db);
  const error = await chosenPasswordError(db, account, newPassword, settings);
  if (error) throw refusedPassword(error, settings);
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    const isUsed =
      (await useLink(trx, token, now)) && (await replacePassword(trx, account, passwordHash, now));
    if (!isUsed) throw new AppError('notFound', { reason: 'link' });
    await endAllSessionsOfUser(trx, account.userNo);
    await forgetBrowsers(trx, account.userNo);
    await noteBrowser(trx, account.userNo, origin.browser, now);
    await recordOwnAction(trx, visit, account, { action: 'user.setPasswordByLink', detail: { kind } });
  });
}
