import {
  ADDRESS_RULE,
  addressKey,
  beginAttempt,
  forgiveAttempt,
} from '@gwanje/backend/identity/login-throttle';
import { findLink, useLink } from '@gwanje/backend/identity/one-time-links';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { findUserByNo } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import { passwordError } from '@gwanje/domain/forms/password';
import { blockedReason, recordOwnAction, type Visit } from '../visit.ts';
import { lockedError } from './lock.ts';

/** Returns the user of a link. Wrong links count by address, like wrong passwords. A valid link does not. */
export async function ownerOfLink(token: string, { db, origin, now }: Visit) {
  const key = addressKey(origin.address);
  const attempt = await beginAttempt(db, key, ADDRESS_RULE, now);
  if (attempt.kind === 'locked') throw lockedError(attempt.until, now);
  const link = await findLink(db, token, now);
  const account = link && (await findUserByNo(db, link.userNo));
  if (!account || blockedReason(account)) throw new AppError('notFound', { reason: 'link' });
  await forgiveAttempt(db, key);
  return { account, kind: link.kind };
}

/** Works once for each link. */
export async function setPasswordByLink(
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  visit: Visit,
): Promise<void> {
  const { db, now } = visit;
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
    await recordOwnAction(trx, visit, account, { action: 'user.setPasswordByLink', detail: { kind } });
  });
}
