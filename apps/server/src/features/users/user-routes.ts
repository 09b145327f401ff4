import type { Handlers } from '../../platform/http/call.ts';
import { createUser } from './create-user.ts';
import { changeUsers, removeUser } from './user-changes.ts';
import { checkUserId, userInfo, userPage } from './user-lists.ts';

type UserCalls = 'getUser' | 'listUsers' | 'insertUser' | 'updateUsers' | 'deleteUser' | 'checkUserId';

export const userRoutes: Handlers<UserCalls> = {
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
};
