import type { Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import { nameKey } from '@gwanje/contract/definition/fields';
import type { GroupName } from '@gwanje/domain/access/group-path';
import { sql } from 'kysely';
import type { ScimGroup } from './scim-group-resource.ts';
import type { ScimAccount } from './scim-user-resource.ts';

/** The part of a list that a provider asks for. */
export interface Slice {
  readonly offset: number;
  readonly count: number;
}

export interface UserFilter {
  readonly userNo?: number;
  readonly userName?: string;
  readonly externalId?: string;
  readonly displayName?: string;
}

/** Only accounts that an identity provider created: it does not see, and cannot suspend, any other. */
function provisioned(db: Db, filter: UserFilter) {
  const { userNo, userName, externalId, displayName } = filter;
  let query = db.selectFrom('scimUser').innerJoin('userAccount', 'userAccount.userNo', 'scimUser.userNo');
  if (userNo !== undefined) query = query.where('scimUser.userNo', '=', userNo);
  if (userName !== undefined) query = query.where('scimUser.userNameKey', '=', nameKey(userName));
  if (externalId !== undefined) query = query.where('scimUser.externalId', '=', externalId);
  if (displayName !== undefined)
    query = query.where(sql<boolean>`lower(user_account.name) = lower(${displayName})`);
  return query;
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { cnt } = await provisioned(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .executeTakeFirstOrThrow();
  return cnt;
}

export async function listUsers(
  db: Db,
  filter: UserFilter,
  { offset, count }: Slice,
): Promise<ScimAccount[]> {
  const rows = await provisioned(db, filter)
    .selectAll('userAccount')
    .select(['scimUser.userName', 'scimUser.externalId'])
    .orderBy('scimUser.userNo')
    .offset(offset)
    .limit(count)
    .execute();
  const groups = await listGroupsOf(
    db,
    rows.map(({ userNo }) => userNo),
  );
  return rows.map(({ userName, externalId, ...row }) => ({
    user: toUser(row),
    userName,
    externalId,
    groups: groups.get(row.userNo) ?? [],
  }));
}

export async function findUser(db: Db, userNo: number): Promise<ScimAccount | undefined> {
  return (await listUsers(db, { userNo }, { offset: 0, count: 1 }))[0];
}

async function listGroupsOf(db: Db, userNos: readonly number[]) {
  const rows = await db
    .selectFrom('subGroupMember')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'subGroupMember.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroupMember.userNo', 'subGroup.subGroupId'])
    .select(['subGroup.name as subGroupName', 'metaGroup.name as metaGroupName'])
    .where(sql<boolean>`sub_group_member.user_no = any(${userNos}::int[])`)
    .orderBy('subGroup.subGroupId')
    .execute();
  return Map.groupBy(rows, ({ userNo }) => userNo);
}

/** Of these users, those that an identity provider created. */
export async function listProvisioned(db: Db, userNos: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('scimUser')
    .select('userNo')
    .where(sql<boolean>`user_no = any(${userNos}::int[])`)
    .execute();
  return new Set(rows.map(({ userNo }) => userNo));
}

interface ScimNames {
  readonly userName: string;
  readonly externalId: string | null;
}

export async function insertNames(
  db: Db,
  userNo: number,
  { userName, externalId }: ScimNames,
): Promise<void> {
  await db
    .insertInto('scimUser')
    .values({ userNo, userName, userNameKey: nameKey(userName), externalId })
    .execute();
}

export async function updateNames(
  db: Db,
  userNo: number,
  { userName, externalId }: ScimNames,
): Promise<void> {
  await db
    .updateTable('scimUser')
    .set({ userName, userNameKey: nameKey(userName), externalId })
    .where('userNo', '=', userNo)
    .execute();
}

/** The user ids in use that are the base, with or without an addition. */
export async function listTakenUserIds(db: Db, base: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('userAccount')
    .select('userId')
    .where(sql<boolean>`(user_id = ${base} or starts_with(user_id, ${`${base}-`}))`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * An account that signed on with the identity provider before the provider sent it by SCIM: its subject is the external id, or
 * it has the same user id and e-mail.
 */
export async function findSignedOnAccount(
  db: Db,
  { externalId, userIdBase, email }: { externalId: string | null; userIdBase: string; email: string | null },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('userAccount')
    .select('userNo')
    .where('oidcSubject', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from scim_user where scim_user.user_no = user_account.user_no)
        and (oidc_subject = ${externalId} or (user_id = ${userIdBase} and lower(email) = lower(${email})))`,
    )
    .orderBy(sql`oidc_subject is not distinct from ${externalId}`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.userNo;
}

export interface GroupFilter {
  readonly subGroupId?: number;
  readonly name?: GroupName;
  readonly memberUserNo?: number;
}

function subGroups(db: Db, { subGroupId, name, memberUserNo }: GroupFilter) {
  let query = db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId');
  if (subGroupId !== undefined) query = query.where('subGroup.subGroupId', '=', subGroupId);
  if (name !== undefined)
    query = query
      .where('metaGroup.nameKey', '=', nameKey(name.metaGroupName))
      .where('subGroup.nameKey', '=', nameKey(name.subGroupName));
  if (memberUserNo !== undefined)
    query = query.where(
      sql<boolean>`exists (select 1 from sub_group_member m join scim_user using (user_no)
        where m.sub_group_id = sub_group.sub_group_id and m.user_no = ${memberUserNo})`,
    );
  return query;
}

export async function countGroups(db: Db, filter: GroupFilter): Promise<number> {
  const { cnt } = await subGroups(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .executeTakeFirstOrThrow();
  return cnt;
}

/** Members that no identity provider created are not listed: it must not remove them. */
export async function listGroups(
  db: Db,
  filter: GroupFilter,
  { offset, count }: Slice,
): Promise<ScimGroup[]> {
  const rows = await subGroups(db, filter)
    .select(['subGroup.subGroupId', 'subGroup.name as subGroupName', 'metaGroup.name as metaGroupName'])
    .select(['subGroup.createdAt', 'subGroup.updatedAt'])
    .orderBy('subGroup.subGroupId')
    .offset(offset)
    .limit(count)
    .execute();
  const members = await db
    .selectFrom('subGroupMember')
    .innerJoin('scimUser', 'scimUser.userNo', 'subGroupMember.userNo')
    .select(['subGroupMember.subGroupId', 'scimUser.userNo', 'scimUser.userName'])
    .where(
      sql<boolean>`sub_group_member.sub_group_id = any(${rows.map(({ subGroupId }) => subGroupId)}::int[])`,
    )
    .orderBy('scimUser.userNo')
    .execute();
  const bySubGroup = Map.groupBy(members, ({ subGroupId }) => subGroupId);
  return rows.map((row) => ({ ...row, members: bySubGroup.get(row.subGroupId) ?? [] }));
}

export async function findGroup(db: Db, subGroupId: number): Promise<ScimGroup | undefined> {
  return (await listGroups(db, { subGroupId }, { offset: 0, count: 1 }))[0];
}

export async function findMetaGroupId(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('metaGroup')
    .select('metaGroupId')
    .where('nameKey', '=', nameKey(name))
    .executeTakeFirst();
  return row?.metaGroupId;
}
