import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import {
  ADDRESS_RULE,
  addressKey,
  beginAttempt,
  forgiveAttempt,
} from '@gwanje/backend/identity/login-throttle';
import { findLink, useLink } from '@gwanje/backend/identity/one-time-links';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { endAllSessionsOfUser, type SessionOrigin } from '@gwanje/backend/identity/sessions';
import { findUserByNo, toUser } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { passwordError } from '@gwanje/domain/forms/password';
import type { Kysely } from 'kysely';
import { ownActionFields } from '../own-action.ts';
import { lockedError } from './lock.ts';

export interface LinkContext {
  readonly db: Kysely<Database>;
  readonly origin: SessionOrigin;
  readonly now: Date;
}

/** Returns the user of a link. Wrong links count by address, like wrong passwords. A valid link does not. */
export async function ownerOfLink(token: string, { db, origin, now }: LinkContext) {
  const key = addressKey(origin.address);
  const attempt = await beginAttempt(db, key, ADDRESS_RULE, now);
  if (attempt.kind === 'locked') throw lockedError(attempt.until, now);
  const link = await findLink(db, token, now);
  const account = link && (await findUserByNo(db, link.userNo));
  if (!account || !mayHoldSession(toUser(account).status)) throw new AppError('notFound', { reason: 'link' });
  await forgiveAttempt(db, key);
  return { account, kind: link.kind };
}

/** Works once for each link. */
export async function setPasswordByLink(
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  context: LinkContext,
): Promise<void> {
  const { db, origin, now } = context;
  const { account, kind } = await ownerOfLink(token, context);
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
    const about = { ...ownActionFields(account, origin.address), action: 'user.setPasswordByLink' };
    await recordAudit(trx, { ...about, outcome: 'done', detail: { kind } });
  });
}
