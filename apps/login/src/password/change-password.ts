import { forgetBrowsers, noteBrowser } from '@gwanje/backend/identity/known-browsers';
import { findLink, useLink } from '@gwanje/backend/identity/one-time-links';
import { hashPassword, verifyPassword } from '@gwanje/backend/identity/passwords';
import { createSession, endAllSessionsOfUser, type LiveSession } from '@gwanje/backend/identity/sessions';
import { findUserByNo, replacePasswordHash, type UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import { passwordError } from '@gwanje/domain/forms/password';
import { blockedReason, recordOwnAction, type Visit } from '../visit.ts';
import { countByAddress, countBySession, forgetAttempts, lockRecord, secondsUntil } from './attempts.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Ends all sessions of the user, also this one, and returns a new token. Copied tokens become invalid. */
export async function changePassword(
  change: PasswordChange,
  { account, tokenHash, consoleBrowserHash }: LiveSession,
  visit: Visit,
): Promise<string> {
  const { db, origin, now } = visit;
  const action = 'user.changePassword';
  if (account.passwordHash === null) throw new AppError('noPermission', { reason: 'singleSignOn' });
  const attempt = await countBySession(tokenHash, visit);
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
  const error = newPasswordError(change, account);
  if (error) throw new AppError('invalidParameter', { field: 'newPassword', reason: error });
  const passwordHash = await hashPassword(change.newPassword);
  return db.transaction().execute(async (trx) => {
    // If an administrator set another password in the meantime, this session has ended too.
    if (!(await replacePasswordHash(trx, account, passwordHash, now))) throw new AppError('sessionFailed');
    await endAllSessionsOfUser(trx, account.userNo);
    await recordOwnAction(trx, visit, account, { action });
    return createSession(trx, account.userNo, { ...origin, consoleBrowserHash }, now);
  });
}

function newPasswordError(change: PasswordChange, account: UserRow): string | undefined {
  if (change.newPassword.normalize('NFKC') === change.currentPassword.normalize('NFKC'))
    return 'sameAsCurrent';
  return passwordError(change.newPassword, account.userId);
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
  const error = passwordError(newPassword, account.userId);
  if (error) throw new AppError('invalidParameter', { field: 'newPassword', reason: error });
  const passwordHash = await hashPassword(newPassword);
  await db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, token, now))) throw new AppError('notFound', { reason: 'link' });
    await trx
      .updateTable('userAccount')
      .set((eb) => ({ passwordHash, passwordChangedAt: now, updatedAt: now, version: eb('version', '+', 1) }))
      .where('userNo', '=', account.userNo)
      .execute();
    await endAllSessionsOfUser(trx, account.userNo);
    await forgetBrowsers(trx, account.userNo);
    await noteBrowser(trx, account.userNo, origin.browser, now);
    await recordOwnAction(trx, visit, account, { action: 'user.setPasswordByLink', detail: { kind } });
  });
}
