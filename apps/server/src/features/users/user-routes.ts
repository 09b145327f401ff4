import { toUser } from '@gwanje/backend/identity/users';
import { UserId } from '@gwanje/contract/users/users';
import { findSeenUser } from '../../access/target-repository.ts';
import { requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { changeUsers, createUser, removeUser } from './user-changes.ts';
import * as repository from './user-repository.ts';

export const userRoutes = {
  async getUser({ db, user, params: { userNo } }) {
    const row = requireSeen('user', userNo, await findSeenUser(db, user, userNo));
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
    return { userNo: await createUser(call, call.body) };
  },

  /** Makes all changes or none. */
  async updateUsers(call) {
    await changeUsers(call, call.body);
  },

  async deleteUser(call) {
    await removeUser(call, call.params.userNo);
  },

  async checkUserId({ db, params: { userId } }) {
    if (!UserId.safeParse(userId).success) return { available: false, reason: 'malformed' };
    const isTaken = await repository.isUserIdTaken(db, userId);
    return { available: !isTaken, reason: isTaken ? 'taken' : null };
  },
} satisfies Routes;
