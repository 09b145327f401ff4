import { deleteLink } from '@gwanje/backend/identity/one-time-links';
import { replacePassword } from '@gwanje/backend/identity/password-rules';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { findUserByNo } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { UserNo } from '@gwanje/contract/definition/fields';
import type {
  insertUser as insertUserCall,
  User,
  updateUsers as updateUsersCall,
} from '@gwanje/contract/users/users';
import { isTotalAdmin, mayGrantRole, roleChoiceOf } from '@gwanje/domain/access/permissions';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { passwordError } from '@gwanje/domain/forms/password';
import { allowedUserChanges, allowedUserRemoval, type Standing } from '../../access/allowed-user-changes.ts';
import { insertMembers, lockSubGroups } from '../../access/target-repository.ts';
import { type CallerContext, requireManagedSubGroup } from '../../access/targets.ts';
import type { Work } from '../../platform/http/call.ts';
import { deleteRows, NEXT_VERSION, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict, orInUse } from '../../platform/store/violations.ts';
import * as repository from './user-repository.ts';

/*
 * Changes of users by the console and by identity providers (SCIM), with one set of rules.
 */

type NewUser = BodyOf<typeof insertUserCall>;
type UserChanges = BodyOf<typeof updateUsersCall>;

/** Returns the number of the new user. */
export async function createUser(work: Work, wanted: NewUser): Promise<User['userNo']> {
  const { db, now, audit } = work;
  const { userId, name, role, isKeyUser, email = null, password, grantList } = wanted;
  requireGrantableRole(work, wanted);
  await requireGrantableGroups(work, wanted);
  const { passwordMinLength } = (await readSecuritySettings(db)).settings;
  const error = password === undefined ? undefined : passwordError(password, userId, passwordMinLength);
  if (error) throw new AppError('invalidParameter', { field: 'password', reason: error });
  const taken = { field: 'userId', reason: 'taken' };
  if (await repository.isUserIdTaken(db, userId)) throw new AppError('conflict', taken);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const row = { userId, name, email, role, isKeyUser: isKeyUser === 'Y', passwordHash };
  const userNo = UserNo.parse(await orConflict(repository.insertUser(db, row, now), taken));
  const subGroupIds = [...new Set(grantList.map(({ subGroupId }) => subGroupId))];
  const links = subGroupIds.map((subGroupId) => ({ userNo, subGroupId }));
  if (links.length > 0) await insertMembers(db, links, now);
  await audit('user.insert', userNo, { after: { userId, name, email, role, isKeyUser, subGroupIds } });
  return userNo;
}

/** Makes all changes or none. */
export async function changeUsers(work: Work, changes: UserChanges): Promise<void> {
  for (const { before, after, password } of await allowedUserChanges(work, changes))
    await applyChange(work, before, after, password);
}

export async function removeUser(work: Work, userNo: number): Promise<void> {
  const { db, audit } = work;
  const target = await allowedUserRemoval(work, userNo);
  await orInUse(deleteRows(db, 'userAccount', userNo), { reason: 'ownsMetaGroups' });
  const { userId, name, email, role, isKeyUser, status } = target;
  await audit('user.delete', userNo, { before: { userId, name, email, role, isKeyUser, status } });
}

function requireGrantableRole({ user }: CallerContext, wanted: NewUser): void {
  if (wanted.isKeyUser === 'Y' && wanted.role !== 1)
    throw new AppError('invalidParameter', { field: 'isKeyUser', reason: 'keyUserNeedsRole1' });
  if (!mayGrantRole(user, roleChoiceOf(wanted))) throw new AppError('noPermission', { field: 'role' });
}

/** A group admin must add a new user to an own group; otherwise the admin could not see that user. */
async function requireGrantableGroups({ db, user }: CallerContext, wanted: NewUser): Promise<void> {
  const { grantList } = wanted;
  if (wanted.role === 1 && grantList.length > 0)
    throw new AppError('invalidParameter', { field: 'grantList', reason: 'totalAdminNeedsNoMembership' });
  if (!isTotalAdmin(user) && grantList.length === 0)
    throw new AppError('missingParameter', { field: 'grantList' });
  const subGroupIds = grantList.map(({ subGroupId }) => subGroupId);
  const targets = await lockSubGroups(db, user, subGroupIds);
  for (const [index, grant] of grantList.entries())
    requireManagedSubGroup(user, 'subGroup.manage', targets, grant, (field) => `grantList.${index}.${field}`);
}

async function applyChange(
  { db, now, audit }: Work,
  user: User,
  after: Standing,
  password: string | undefined,
): Promise<void> {
  const changed = (Object.keys(after) as (keyof Standing)[]).filter((key) => after[key] !== user[key]);
  if (changed.length === 0 && password === undefined) return;
  if (changed.length > 0)
    await updateRow(db, 'userAccount', user.userNo, {
      ...after,
      isKeyUser: after.isKeyUser === 'Y',
      updatedAt: now,
      version: NEXT_VERSION,
    });
  if (password !== undefined) {
    const row = await findUserByNo(db, user.userNo);
    if (row) await replacePassword(db, row, await hashPassword(password), now);
  }
  // Roles are read with each request, so a lower role does not require ending sessions.
  if (password !== undefined || !mayHoldSession(after.status)) {
    await endAllSessionsOfUser(db, user.userNo);
    await deleteLink(db, user.userNo);
  }
  await audit('user.update', user.userNo, {
    userId: user.userId,
    before: Object.fromEntries(changed.map((key) => [key, user[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
    ...(password === undefined ? {} : { passwordChanged: true }),
  });
}
