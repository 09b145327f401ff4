import type { Database, Db } from '@gwanje/backend/database/schema';
import { toUser } from '@gwanje/backend/identity/users';
import type { Selectable } from 'kysely';
import { seesMetaGroup, seesSubGroup, seesUser, type Viewer } from './visibility-repository.ts';

/*
 * The objects that calls name, with `isSeen`: whether the viewer may see them.
 */

const META_COLUMNS = { metaGroupId: 'metaGroup.metaGroupId', ownerUserNo: 'metaGroup.ownerUserNo' };

export function findMetaGroupVisibility(db: Db, viewer: Viewer, metaGroupId: number) {
  return db
    .selectFrom('metaGroup')
    .select(seesMetaGroup(viewer, META_COLUMNS).as('isSeen'))
    .where('metaGroupId', '=', metaGroupId)
    .executeTakeFirst();
}

export function findSubGroupVisibility(db: Db, viewer: Viewer, subGroupId: number) {
  return db
    .selectFrom('subGroup')
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroupId', '=', subGroupId)
    .executeTakeFirst();
}

export function findClusterVisibility(db: Db, viewer: Viewer, hostId: number) {
  return db
    .selectFrom('cluster')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('hostId', '=', hostId)
    .executeTakeFirst();
}

/** Locks the row, so that the call checks, records as "before" and changes the same version. */
export function lockMetaGroup(db: Db, viewer: Viewer, metaGroupId: number) {
  return db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name', 'ownerUserNo'])
    .select(seesMetaGroup(viewer, META_COLUMNS).as('isSeen'))
    .where('metaGroupId', '=', metaGroupId)
    .forUpdate()
    .executeTakeFirst();
}

interface Target {
  readonly isSeen: boolean;
  /** The owner of the meta group. */
  readonly ownerUserNo: number | null;
  readonly metaGroupId: number;
}

export type SubGroupTarget = Target & Pick<Selectable<Database['subGroup']>, 'subGroupId' | 'name'>;

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
  return new Map(rows.map((row) => [row.subGroupId, row]));
}

export type ClusterTarget = Target &
  Pick<Selectable<Database['cluster']>, 'hostId' | 'name' | 'subGroupId' | 'alarmTemplateId' | 'isMonitored'>;

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
  return new Map(rows.map((row) => [row.hostId, row]));
}

/** Reads the users and locks their rows until the transaction ends. */
export async function lockUsers(db: Db, viewer: Viewer, userNos: readonly number[]) {
  if (userNos.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('userAccount')
    .selectAll()
    .select(seesUser(viewer, 'userAccount.userNo').as('isSeen'))
    .where('userNo', 'in', [...new Set(userNos)])
    .orderBy('userNo')
    .forShare()
    .execute();
  return new Map(rows.map(({ isSeen, ...row }) => [row.userNo, { ...toUser(row), isSeen }]));
}

export async function lockUser(db: Db, viewer: Viewer, userNo: number) {
  return (await lockUsers(db, viewer, [userNo])).get(userNo);
}

export interface MemberLink {
  readonly userNo: number;
  readonly subGroupId: number;
}

/** Returns the added members, without users who were members already. */
export function insertMembers(db: Db, links: readonly MemberLink[], now: Date): Promise<MemberLink[]> {
  return db
    .insertInto('subGroupMember')
    .values(links.map((link) => ({ userNo: link.userNo, subGroupId: link.subGroupId, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userNo', 'subGroupId']).doNothing())
    .returning(['userNo', 'subGroupId'])
    .execute();
}

export async function deleteMember(db: Db, link: MemberLink): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('subGroupMember')
    .where('userNo', '=', link.userNo)
    .where('subGroupId', '=', link.subGroupId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
