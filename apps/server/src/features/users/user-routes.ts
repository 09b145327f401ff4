import { deleteLink } from '@gwanje/backend/identity/one-time-links';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { toUser } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { type insertUser as insertUserCall, type User, UserId } from '@gwanje/contract/users/users';
import { isTotalAdmin, mayGrantRole, roleChoiceOf } from '@gwanje/domain/access/permissions';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { passwordError } from '@gwanje/domain/forms/password';
import { allowedUserChanges, allowedUserRemoval, type Standing } from '../../access/allowed-user-changes.ts';
import { insertMembers, lockSubGroups } from '../../access/target-repository.ts';
import { type CallerContext, requireManagedSubGroup, requireSeen } from '../../access/targets.ts';
import type { Routes, Work } from '../../platform/http/call.ts';
import { deleteRows, NEXT_VERSION, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict, orInUse } from '../../platform/store/violations.ts';
import * as repository from './user-repository.ts';

export const userRoutes = {
  async getUser({ db, user, params: { userNo } }) {
    const row = requireSeen('user', userNo, await repository.findSeenUser(db, user, userNo));
    const grants = await repository.listGrants(db, user, [userNo]);
    return {
      user: toUser(row),
      grantList: grants.map(({ userNo: _member, ...grant }) => grant),
      hasPassword: row.passwordHash !== null,
    };
  },

  /** Like group lists, shows every user the admin may see and ignores the global selection. */
  async listUsers({ db, user, params: page, body }) {
    const { totalCnt, list: rows } = await repository.listUserPage(db, user, body, page);
    const userNos = rows.map((row) => row.userNo);
    const grants = userNos.length > 0 ? await repository.listGrants(db, user, userNos) : [];
    const grantsByUser = Map.groupBy(grants, (grant) => grant.userNo);
    const list = rows.map((row) => ({
      ...toUser(row),
      grantList: (grantsByUser.get(row.userNo) ?? []).map(({ userNo: _member, ...grant }) => grant),
    }));
    return { totalCnt, ...page, list };
  },

  async insertUser(call) {
    const { db, now, audit, body } = call;
    const { userId, name, role, isKeyUser, email = null, password, grantList } = body;
    requireGrantableRole(call, body);
    await requireGrantableGroups(call, body);
    const { passwordMinLength } = (await readSecuritySettings(db)).settings;
    const error = password === undefined ? undefined : passwordError(password, userId, passwordMinLength);
    if (error) throw new AppError('invalidParameter', { field: 'password', reason: error });
    const taken = { field: 'userId', reason: 'taken' };
    if (await repository.isUserIdTaken(db, userId)) throw new AppError('conflict', taken);
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const row = { userId, name, email, role, isKeyUser: isKeyUser === 'Y', passwordHash };
    const userNo = await orConflict(repository.insertUser(db, row, now), taken);
    const subGroupIds = [...new Set(grantList.map(({ subGroupId }) => subGroupId))];
    const links = subGroupIds.map((subGroupId) => ({ userNo, subGroupId }));
    if (links.length > 0) await insertMembers(db, links, now);
    await audit('user.insert', userNo, { after: { userId, name, email, role, isKeyUser, subGroupIds } });
    return { userNo };
  },

  /** Makes all changes or none. */
  async updateUsers(call) {
    for (const { before, after, password } of await allowedUserChanges(call, call.body))
      await applyChange(call, before, after, password);
  },

  async deleteUser(call) {
    const { db, audit, params } = call;
    const target = await allowedUserRemoval(call, params.userNo);
    await orInUse(deleteRows(db, 'userAccount', params.userNo), { reason: 'ownsMetaGroups' });
    const { userId, name, email, role, isKeyUser, status } = target;
    await audit('user.delete', params.userNo, { before: { userId, name, email, role, isKeyUser, status } });
  },

  async checkUserId({ db, params: { userId } }) {
    if (!UserId.safeParse(userId).success) return { available: false, reason: 'malformed' };
    const isTaken = await repository.isUserIdTaken(db, userId);
    return { available: !isTaken, reason: isTaken ? 'taken' : null };
  },
} satisfies Routes;

type NewUser = BodyOf<typeof insertUserCall>;

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
  await updateRow(db, 'userAccount', user.userNo, {
    ...after,
    isKeyUser: after.isKeyUser === 'Y',
    ...(password !== undefined && { passwordHash: await hashPassword(password), passwordChangedAt: now }),
    updatedAt: now,
    version: NEXT_VERSION,
  });
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
