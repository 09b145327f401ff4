import { deleteLink } from '@gwanje/backend/identity/one-time-links';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { UserStatus } from '@gwanje/contract/definition/fields';
import type { User, updateUsers as updateUsersCall } from '@gwanje/contract/users/users';
import {
  checkUserChange,
  isActiveKeyAdmin,
  mayDeleteUser,
  mayHoldSession,
  roleAfter,
} from '@gwanje/domain/access/user-changes';
import { passwordError } from '@gwanje/domain/forms/password';
import { requireSeen } from '../../access/targets.ts';
import type { CallerContext, Work } from '../../platform/http/call.ts';
import {
  countOwnedMetaGroups,
  type LockedUsers,
  listUsersOfOtherOwners,
  lockForChange,
  updateUser,
} from './user-repository.ts';

type Change = BodyOf<typeof updateUsersCall>[number];

/** Each hash takes 30 ms in a transaction, which blocks all others on the embedded database. */
const MAX_PASSWORDS = 10;

interface Standing {
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
  const locked = await lockForChange(db, user, userNos);
  const unmanageable = await usersOfOtherOwners(caller, userNos);
  const keyAdmins = new Set(locked.activeKeyAdmins);
  const planned: PlannedChange[] = [];
  for (const [index, change] of changes.entries()) {
    const before = requireChangeable(caller, locked, unmanageable, change, (field) => `${index}.${field}`);
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

/** Makes all changes or none. */
export async function changeUsers(work: Work, changes: readonly Change[]): Promise<void> {
  for (const { before, after, password } of await allowedUserChanges(work, changes))
    await applyChange(work, before, after, password);
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
  if (change.version !== undefined && change.version !== before.version)
    throw new AppError('conflict', { field: at('version'), reason: 'changedMeanwhile' });
  if (change.password !== undefined) requireAcceptablePassword(change.password, before, at('password'));
  return before;
}

function requireAcceptablePassword(password: string, user: User, field: string): void {
  if (user.isSingleSignOn === 'Y') throw new AppError('invalidParameter', { field, reason: 'singleSignOn' });
  const reason = passwordError(password, user.userId);
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

async function applyChange(
  { db, now, audit }: Work,
  user: User,
  after: Standing,
  password: string | undefined,
): Promise<void> {
  const changed = (Object.keys(after) as (keyof Standing)[]).filter((key) => after[key] !== user[key]);
  if (changed.length === 0 && password === undefined) return;
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  await updateUser(db, user.userNo, { ...after, isKeyUser: after.isKeyUser === 'Y', passwordHash }, now);
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
