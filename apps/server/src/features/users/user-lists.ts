import type { Database } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { type listUsers as listUsersCall, UserId } from '@gwanje/contract/users/users';
import type { Kysely } from 'kysely';
import { requireSeen } from '../../access/targets.ts';
import type { Viewer } from '../../access/visibility-repository.ts';
import { findSeenUser, isUserIdTaken, listGrants, listUserPage } from './user-repository.ts';

type Db = Kysely<Database>;

export async function userInfo(db: Db, viewer: Viewer, userNo: number) {
  const { row } = requireSeen('user', userNo, await findSeenUser(db, viewer, userNo));
  const grants = await listGrants(db, viewer, [userNo]);
  return {
    user: toUser(row),
    grantList: grants.map(({ userNo: _member, ...grant }) => grant),
    hasPassword: row.passwordHash !== null,
  };
}

/** Like group lists, shows every user the admin may see and ignores the global selection. */
export async function userPage(db: Db, viewer: Viewer, body: BodyOf<typeof listUsersCall>, page: Page) {
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

export async function checkUserId(db: Db, userId: string) {
  if (!UserId.safeParse(userId).success) return { available: false, reason: 'malformed' as const };
  const isTaken = await isUserIdTaken(db, userId);
  return { available: !isTaken, reason: isTaken ? ('taken' as const) : null };
}
