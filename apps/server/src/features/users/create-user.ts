import { hashPassword } from '@gwanje/backend/identity/passwords';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { insertUser as insertUserCall } from '@gwanje/contract/users/users';
import { isTotalAdmin, mayGrantRole, roleChoiceOf } from '@gwanje/domain/access/permissions';
import { passwordError } from '@gwanje/domain/forms/password';
import { insertMembers, lockSubGroups } from '../../access/target-repository.ts';
import { requireManagedSubGroup } from '../../access/targets.ts';
import type { Work } from '../../platform/http/call.ts';
import { orConflict } from '../../platform/store/violations.ts';
import { insertUser, isUserIdTaken } from './user-repository.ts';

type NewUser = BodyOf<typeof insertUserCall>;

export async function createUser(work: Work, wanted: NewUser): Promise<number> {
  const { db, now, audit } = work;
  requireGrantableRole(work, wanted);
  await requireGrantableGroups(work, wanted);
  const error = wanted.password === undefined ? undefined : passwordError(wanted.password, wanted.userId);
  if (error) throw new AppError('invalidParameter', { field: 'password', reason: error });
  const taken = { field: 'userId', reason: 'taken' };
  if (await isUserIdTaken(db, wanted.userId)) throw new AppError('conflict', taken);
  const { userId, name, role, isKeyUser } = wanted;
  const email = wanted.email ?? null;
  const passwordHash = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const userNo = await orConflict(
    insertUser(db, { userId, name, email, role, isKeyUser: isKeyUser === 'Y', passwordHash, now }),
    taken,
  );
  const subGroupIds = [...new Set(wanted.grantList.map((grant) => grant.subGroupId))];
  if (subGroupIds.length > 0)
    await insertMembers(
      db,
      subGroupIds.map((subGroupId) => ({ userNo, subGroupId })),
      now,
    );
  await audit('user.insert', userNo, { after: { userId, name, email, role, isKeyUser, subGroupIds } });
  return userNo;
}

function requireGrantableRole({ user }: Work, wanted: NewUser): void {
  if (wanted.isKeyUser === 'Y' && wanted.role !== 1)
    throw new AppError('invalidParameter', { field: 'isKeyUser', reason: 'keyUserNeedsRole1' });
  if (!mayGrantRole(user, roleChoiceOf(wanted))) throw new AppError('noPermission', { field: 'role' });
}

/** A group admin must add a new user to an own group; otherwise the admin could not see that user. */
async function requireGrantableGroups({ db, user }: Work, wanted: NewUser): Promise<void> {
  const { grantList } = wanted;
  if (wanted.role === 1 && grantList.length > 0)
    throw new AppError('invalidParameter', { field: 'grantList', reason: 'totalAdminNeedsNoMembership' });
  if (!isTotalAdmin(user) && grantList.length === 0)
    throw new AppError('missingParameter', { field: 'grantList' });
  const targets = await lockSubGroups(
    db,
    user,
    grantList.map((grant) => grant.subGroupId),
  );
  for (const [index, grant] of grantList.entries())
    requireManagedSubGroup(user, 'subGroup.manage', targets, grant, (field) => `grantList.${index}.${field}`);
}
