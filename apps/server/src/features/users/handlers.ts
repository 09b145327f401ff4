import type { Handlers } from '../../platform/http/call.ts';
import { changeUsers, removeUser } from './change.ts';
import { createUser } from './create.ts';
import { checkUserId, userInfo, userPage } from './lists.ts';

type UserCalls = 'getUser' | 'listUsers' | 'insertUser' | 'updateUsers' | 'deleteUser' | 'checkUserId';

export const userHandlers: Handlers<UserCalls> = {
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
