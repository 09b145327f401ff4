import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { toUser } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { UserStatus } from '@gwanje/contract/definition/fields';
import type { User, updateUsers as updateUsersCall } from '@gwanje/contract/users/users';
import {
  checkUserChange,
  isActiveKeyAdmin,
  mayDeleteUser,
  roleAfter,
} from '@gwanje/domain/access/user-changes';
import { passwordError } from '@gwanje/domain/forms/password';
import {
  countOwnedMetaGroups,
  type LockedUsers,
  listUsersOfOtherOwners,
  lockForChange,
} from './target-repository.ts';
import { type CallerContext, requireSeen, requireVersion } from './targets.ts';

type Change = BodyOf<typeof updateUsersCall>[number];

/** Each hash takes 30 ms in a transaction, which blocks all others on the embedded database. */
const MAX_PASSWORDS = 10;

export interface Standing {
  readonly name: string;
  readonly email: string | null;
  readonly role: User['role'];
  readonly isKeyUser: User['isKeyUser'];
  readonly status: UserStatus;
}

interface PlannedChange {
  readonly before: User;
  readonly after: Standing;
  readonly password: string | undefined;
}

/** Plans the changes if the caller may make them; otherwise throws the reason. */
export async function allowedUserChanges(
  caller: CallerContext,
  changes: readonly Change[],
): Promise<PlannedChange[]> {
  const { db, user } = caller;
  const userNos = changes.map((change) => change.userNo);
  if (changes.filter((change) => change.password !== undefined).length > MAX_PASSWORDS)
    throw new AppError('invalidParameter', {
      field: 'password',
      reason: `more than ${MAX_PASSWORDS} at once`,
    });
  const { passwordMinLength } = (await readSecuritySettings(db)).settings;
  const locked = await lockForChange(db, user, userNos);
  const unmanageable = await usersOfOtherOwners(caller, userNos);
  const keyAdmins = new Set(locked.activeKeyAdmins);
  const planned: PlannedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const at = (field: string) => `${index}.${field}`;
    const before = requireChangeable(caller, locked, unmanageable, change, at);
    if (change.password !== undefined)
      requireAcceptablePassword(change.password, before, passwordMinLength, at('password'));
    const after: Standing = {
      name: change.name ?? before.name,
      email: change.email === undefined ? before.email : change.email,
      ...roleAfter(before, change),
      status: change.status ?? before.status,
    };
    if (!isActiveKeyAdmin({ ...before, ...after })) keyAdmins.delete(before.userNo);
    else keyAdmins.add(before.userNo);
    planned.push({ before, after, password: change.password });
  }
  if (locked.activeKeyAdmins.length > 0 && keyAdmins.size === 0)
    throw new AppError('inUse', { reason: 'lastKeyAdmin' });
  return planned;
}

function requireChangeable(
  { user }: CallerContext,
  locked: LockedUsers,
  unmanageable: ReadonlySet<number>,
  change: Change,
  at: (field: string) => string,
): User {
  const found = locked.targets.get(change.userNo);
  const before = toUser(requireSeen('user', change.userNo, found, { field: at('userNo') }));
  switch (checkUserChange(user, before, change)) {
    case 'keyUserNeedsRole1':
      throw new AppError('invalidParameter', { field: at('isKeyUser'), reason: 'keyUserNeedsRole1' });
    case 'noPermission':
      throw new AppError('noPermission', { field: at('userNo') });
    case 'allowed':
  }
  if (unmanageable.has(change.userNo))
    throw new AppError('noPermission', { field: at('userNo'), reason: 'otherGroups' });
  requireVersion(change.version, before.version, at('version'));
  return before;
}

function requireAcceptablePassword(password: string, user: User, minLength: number, field: string): void {
  if (user.isSingleSignOn === 'Y') throw new AppError('invalidParameter', { field, reason: 'singleSignOn' });
  const reason = passwordError(password, user.userId, minLength);
  if (reason) throw new AppError('invalidParameter', { field, reason });
}

/**
 * Users who also belong to groups of other owners. A group admin may not manage them, because a new password
 * would give access to those groups. The admin can only end their membership in own groups.
 */
export async function usersOfOtherOwners(
  { db, user }: CallerContext,
  userNos: readonly number[],
): Promise<ReadonlySet<number>> {
  const others = userNos.filter((userNo) => userNo !== user.userNo);
  if (user.role !== 3 || others.length === 0) return new Set();
  return listUsersOfOtherOwners(db, user.userNo, others);
}

export async function allowedUserRemoval(caller: CallerContext, userNo: number): Promise<User> {
  const { db, user } = caller;
  const locked = await lockForChange(db, user, [userNo]);
  const target = toUser(requireSeen('user', userNo, locked.targets.get(userNo)));
  if (!mayDeleteUser(user, target)) throw new AppError('noPermission');
  if ((await usersOfOtherOwners(caller, [userNo])).has(userNo))
    throw new AppError('noPermission', { reason: 'otherGroups' });
  if (locked.activeKeyAdmins.every((keyAdmin) => keyAdmin === userNo) && isActiveKeyAdmin(target))
    throw new AppError('inUse', { reason: 'lastKeyAdmin' });
  const metaGroupCnt = await countOwnedMetaGroups(db, userNo);
  if (metaGroupCnt > 0) throw new AppError('inUse', { reason: 'ownsMetaGroups', metaGroupCnt });
  return target;
}
