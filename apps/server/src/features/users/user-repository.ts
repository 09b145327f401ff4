import type { Db } from '@gwanje/backend/database/schema';
import { findUserById, type UserRow } from '@gwanje/backend/identity/users';
import { keysOf, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { type listUsers as listUsersCall, userColumns } from '@gwanje/contract/users/users';
import { sql } from 'kysely';
import { seesSubGroup, seesUser, type Viewer } from '../../access/visibility-repository.ts';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';
import { insertRow } from '../../platform/store/row-repository.ts';

type ListBody = BodyOf<typeof listUsersCall>;

/** Only memberships that the viewer sees: other groups of a user stay hidden. */
export function listGrants(db: Db, viewer: Viewer, userNos: readonly number[]) {
  return db
    .selectFrom('subGroupMember')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'subGroupMember.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroupMember.userNo', 'metaGroup.metaGroupId', 'metaGroup.name as metaGroupName'])
    .select(['subGroup.subGroupId', 'subGroup.name as subGroupName'])
    .where('subGroupMember.userNo', 'in', userNos)
    .where(seesSubGroup(viewer, 'subGroup.subGroupId'))
    .orderBy('metaGroup.nameKey')
    .orderBy('subGroup.nameKey')
    .execute();
}

function matching(db: Db, viewer: Viewer, filter: ListBody['filter']) {
  let query = db.selectFrom('userAccount').where(seesUser(viewer, 'userAccount.userNo'));
  if (filter?.search !== undefined && filter.search !== '') {
    const text = filter.search.normalize('NFC').toLowerCase();
    query = query.where(
      sql<boolean>`(strpos(user_account.user_id, ${text}) > 0 or strpos(lower(user_account.name), ${text}) > 0
        or strpos(lower(coalesce(user_account.email, '')), ${text}) > 0)`,
    );
  }
  if (filter?.role !== undefined) query = query.where('userAccount.role', '=', filter.role);
  if (filter?.isKeyUser !== undefined)
    query = query.where('userAccount.isKeyUser', '=', filter.isKeyUser === 'Y');
  if (filter?.status !== undefined) query = query.where('userAccount.status', '=', filter.status);
  if (filter?.subGroupId !== undefined) {
    query = query.where(
      sql<boolean>`exists (select 1 from sub_group_member where sub_group_member.user_no = user_account.user_no
        and sub_group_member.sub_group_id = ${filter.subGroupId}
        and ${seesSubGroup(viewer, 'subGroupMember.subGroupId')})`,
    );
  }
  return query;
}

const USERS: SqlList<typeof userColumns> = {
  columns: userColumns,
  expressions: columnsOf('userAccount', keysOf(userColumns)),
  id: sql.ref('userAccount.userNo'),
  order: 'userId',
};

export function listUserPage(db: Db, viewer: Viewer, { filter, orderBy }: ListBody, page: Page) {
  const query = matching(db, viewer, filter).selectAll('userAccount');
  return listPage(db, query, USERS, { orderBy, ...page });
}

/** Without a password hash, the user sets the password with a one-time link. */
export function insertUser(
  db: Db,
  user: Pick<UserRow, 'userId' | 'name' | 'email' | 'role' | 'isKeyUser' | 'passwordHash'>,
  now: Date,
): Promise<number> {
  const passwordChangedAt = user.passwordHash === null ? null : now;
  return insertRow(db, 'userAccount', {
    ...user,
    status: 1,
    passwordChangedAt,
    createdAt: now,
    updatedAt: now,
  });
}

export async function isUserIdTaken(db: Db, userId: string): Promise<boolean> {
  return (await findUserById(db, userId)) !== undefined;
}
