import type { Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { type listUsers as listUsersCall, UserId } from '@gwanje/contract/users/users';
import { requireSeen } from '../../access/targets.ts';
import type { Viewer } from '../../access/visibility-repository.ts';
import type { Routes } from '../../platform/http/call.ts';
import { createUser } from './create-user.ts';
import { changeUsers, removeUser } from './user-changes.ts';
import { findSeenUser, isUserIdTaken, listGrants, listUserPage } from './user-repository.ts';

export const userRoutes = {
  async getUser({ db, user, params }) {
    return userInfo(db, user, params.userNo);
  },
  async listUsers({ db, user, params, body }) {
    return userPage(db, user, body, params);
  },
  async insertUser(call) {
    return { userNo: await createUser(call, call.body) };
  },
  async updateUsers(call) {
    await changeUsers(call, call.body);
    return {};
  },
  async deleteUser(call) {
    await removeUser(call, call.params.userNo);
    return {};
  },
  async checkUserId({ db, params }) {
    return checkUserId(db, params.userId);
  },
} satisfies Routes;

async function userInfo(db: Db, viewer: Viewer, userNo: number) {
  const row = requireSeen('user', userNo, await findSeenUser(db, viewer, userNo));
  const grants = await listGrants(db, viewer, [userNo]);
  return {
    user: toUser(row),
    grantList: grants.map(({ userNo: _member, ...grant }) => grant),
    hasPassword: row.passwordHash !== null,
  };
}

/** Like group lists, shows every user the admin may see and ignores the global selection. */
async function userPage(db: Db, viewer: Viewer, body: BodyOf<typeof listUsersCall>, page: Page) {
  const { totalCnt, list: rows } = await listUserPage(db, viewer, body, page);
  const userNos = rows.map((row) => row.userNo);
  const grants = userNos.length > 0 ? await listGrants(db, viewer, userNos) : [];
  const grantsByUser = Map.groupBy(grants, (grant) => grant.userNo);
  const list = rows.map((row) => ({
    ...toUser(row),
    grantList: (grantsByUser.get(row.userNo) ?? []).map(({ userNo: _member, ...grant }) => grant),
  }));
  return { totalCnt, ...page, list };
}

async function checkUserId(db: Db, userId: string) {
  if (!UserId.safeParse(userId).success) return { available: false, reason: 'malformed' as const };
  const isTaken = await isUserIdTaken(db, userId);
  return { available: !isTaken, reason: isTaken ? ('taken' as const) : null };
}
