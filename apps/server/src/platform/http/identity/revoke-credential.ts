import { AppError } from '@gwanje/contract/definition/errors';
import type { AuditAction } from '@gwanje/contract/settings/audit-actions';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { HiddenObject } from '../../../access/targets.ts';
import { lockRow, updateRow } from '../../store/row-repository.ts';
import type { Work } from '../call.ts';

/** Users revoke their own credentials, total admins those of all users. A second revocation changes nothing. */
export async function revokeCredential(
  { db, user, now, audit }: Work,
  table: 'accessToken' | 'wallboardKey',
  id: number,
  action: AuditAction<'accessToken' | 'wallboard'>,
): Promise<void> {
  const found = await lockRow(db, table, id);
  if (!found) throw new AppError('notFound');
  const { name, prefix, userNo } = found;
  if (userNo !== user.userNo && !isTotalAdmin(user)) throw new HiddenObject(table, id);
  if (found.revokedAt !== null) return;
  await updateRow(db, table, id, { revokedAt: now });
  await audit(action, { kind: table, id }, { before: { name, prefix, userNo } });
}
