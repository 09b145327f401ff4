import type { Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { User } from '@gwanje/contract/users/users';
import { seesMetaGroup, seesSubGroup, seesUser, type Viewer } from './visibility-repository.ts';

/*
 * The objects that calls name, with `isSeen`: whether the viewer may see them.
 */

export interface Visibility {
  readonly isSeen: boolean;
}

const META_COLUMNS = { metaGroupId: 'metaGroup.metaGroupId', ownerUserNo: 'metaGroup.ownerUserNo' };

/** Whether an object exists and the viewer may see it. */
export async function findMetaGroupVisibility(
  db: Db,
  viewer: Viewer,
  metaGroupId: number,
): Promise<Visibility | undefined> {
  const row = await db
    .selectFrom('metaGroup')
    .select(seesMetaGroup(viewer, META_COLUMNS).as('isSeen'))
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirst();
  return row && { isSeen: Boolean(row.isSeen) };
}

export async function findSubGroupVisibility(
  db: Db,
  viewer: Viewer,
  subGroupId: number,
): Promise<Visibility | undefined> {
  const row = await db
    .selectFrom('subGroup')
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroupId', '=', subGroupId)
    .executeTakeFirst();
  return row && { isSeen: Boolean(row.isSeen) };
}

export async function findClusterVisibility(
  db: Db,
  viewer: Viewer,
  hostId: number,
): Promise<Visibility | undefined> {
  const row = await db
    .selectFrom('cluster')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('hostId', '=', hostId)
    .executeTakeFirst();
  return row && { isSeen: Boolean(row.isSeen) };
}

export interface MetaGroupTarget {
  readonly metaGroupId: number;
  readonly name: string;
  readonly ownerUserNo: number | null;
  readonly isSeen: boolean;
}

export interface SubGroupTarget {
  readonly subGroupId: number;
  readonly metaGroupId: number;
  readonly name: string;
  readonly ownerUserNo: number | null;
  readonly isSeen: boolean;
}

/** Locks the row: the call checks, audits as "before" and changes the same state. */
export async function lockMetaGroup(
  db: Db,
  viewer: Viewer,
  metaGroupId: number,
): Promise<MetaGroupTarget | undefined> {
  const row = await db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name', 'ownerUserNo'])
    .select(seesMetaGroup(viewer, META_COLUMNS).as('isSeen'))
    .where('metaGroupId', '=', metaGroupId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, isSeen: Boolean(row.isSeen) };
}

/** Locks in the order of the ids, so that two calls never deadlock. */
export async function lockSubGroups(
  db: Db,
  viewer: Viewer,
  subGroupIds: readonly number[],
): Promise<ReadonlyMap<number, SubGroupTarget>> {
  if (subGroupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroup.subGroupId', 'subGroup.metaGroupId', 'subGroup.name', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroup.subGroupId', 'in', [...new Set(subGroupIds)])
    .orderBy('subGroup.subGroupId')
    .forUpdate('subGroup')
    .execute();
  return new Map(rows.map((row) => [row.subGroupId, { ...row, isSeen: Boolean(row.isSeen) }]));
}

export interface ClusterTarget {
  readonly hostId: number;
  readonly name: string;
  readonly subGroupId: number;
  readonly alarmTemplateId: number;
  readonly isMonitored: boolean;
  readonly metaGroupId: number;
  readonly ownerUserNo: number | null;
  readonly isSeen: boolean;
}

/** Locks in the order of the ids, so that two calls never deadlock. */
export async function lockClusters(
  db: Db,
  viewer: Viewer,
  hostIds: readonly number[],
): Promise<ReadonlyMap<number, ClusterTarget>> {
  const rows = await db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['cluster.hostId', 'cluster.name', 'cluster.subGroupId', 'cluster.alarmTemplateId'])
    .select(['cluster.isMonitored', 'subGroup.metaGroupId', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('cluster.hostId', 'in', hostIds)
    .orderBy('cluster.hostId')
    .forUpdate('cluster')
    .execute();
  return new Map(rows.map((row) => [row.hostId, { ...row, isSeen: Boolean(row.isSeen) }]));
}

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

export interface MemberLink {
  readonly userNo: number;
  readonly subGroupId: number;
}

/** Returns the members that were added; existing ones are left out. */
export function insertMembers(db: Db, links: readonly MemberLink[], now: Date): Promise<MemberLink[]> {
  return db
    .insertInto('subGroupMember')
    .values(links.map((link) => ({ userNo: link.userNo, subGroupId: link.subGroupId, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userNo', 'subGroupId']).doNothing())
    .returning(['userNo', 'subGroupId'])
    .execute();
}

export async function deleteMember(db: Db, link: MemberLink): Promise<boolean> {
  const row = await db
    .deleteFrom('subGroupMember')
    .where('userNo', '=', link.userNo)
    .where('subGroupId', '=', link.subGroupId)
    .returning('userNo')
    .executeTakeFirst();
  return row !== undefined;
}
