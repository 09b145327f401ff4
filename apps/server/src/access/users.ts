import type { Database } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { User } from '@gwanje/contract/users/users';
import type { Kysely } from 'kysely';
import { seesUser, type Viewer } from './visibility.ts';

type Db = Kysely<Database>;

export interface UserTarget extends User {
  readonly isSeen: boolean;
}

/** Reads the users and locks their rows until the transaction ends. */
export async function lockUsers(
  db: Db,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<ReadonlyMap<number, UserTarget>> {
  if (userNos.length === 0) return new Map();
  const rows = await db
    .selectFrom('userAccount')
    .selectAll()
    .select(seesUser(viewer, 'userAccount.userNo').as('isSeen'))
    .where('userNo', 'in', [...new Set(userNos)])
    .orderBy('userNo')
    .forShare()
    .execute();
  return new Map(rows.map(({ isSeen, ...row }) => [row.userNo, { ...toUser(row), isSeen: Boolean(isSeen) }]));
}

export async function lockUser(db: Db, viewer: Viewer, userNo: number): Promise<UserTarget | undefined> {
  return (await lockUsers(db, viewer, [userNo])).get(userNo);
}
