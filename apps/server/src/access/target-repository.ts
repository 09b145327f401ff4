import type { Database, Db } from '@gwanje/backend/database/schema';
import { toUser, type UserRow } from '@gwanje/backend/identity/users';
import { type Selectable, sql } from 'kysely';
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

export async function countSubGroupsOf(db: Db, metaGroupId: number): Promise<number> {
  const rows = await db
    .selectFrom('subGroup')
    .select('subGroupId')
    .where('metaGroupId', '=', metaGroupId)
    .execute();
  return rows.length;
}

export function countClustersOf(db: Db, subGroupIds: readonly number[]) {
  return db
    .selectFrom('cluster')
    .select((eb) => ['subGroupId', eb.fn.countAll<number>().as('clusterCnt')])
    .where('subGroupId', 'in', subGroupIds)
    .groupBy('subGroupId')
    .orderBy('subGroupId')
    .execute();
}

export async function countOwnedMetaGroups(db: Db, userNo: number): Promise<number> {
  const rows = await db
    .selectFrom('metaGroup')
    .select('metaGroupId')
    .where('ownerUserNo', '=', userNo)
    .execute();
  return rows.length;
}

/** Of these users, those who own or belong to a meta group that `ownerUserNo` does not own. */
export async function listUsersOfOtherOwners(
  db: Db,
  ownerUserNo: number,
  userNos: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('userAccount')
    .select('userNo')
    .where('userNo', 'in', userNos)
    .where(
      sql<boolean>`exists (
        select 1 from meta_group
        left join sub_group on sub_group.meta_group_id = meta_group.meta_group_id
        left join sub_group_member on sub_group_member.sub_group_id = sub_group.sub_group_id
        where meta_group.owner_user_no is distinct from ${ownerUserNo}
        and (meta_group.owner_user_no = user_account.user_no or sub_group_member.user_no = user_account.user_no))`,
    )
    .execute();
  return new Set(rows.map((row) => row.userNo));
}

export function findSeenUser(db: Db, viewer: Viewer, userNo: number) {
  return db
    .selectFrom('userAccount')
    .selectAll()
    .select(seesUser(viewer, 'userAccount.userNo').as('isSeen'))
    .where('userNo', '=', userNo)
    .executeTakeFirst();
}

export interface LockedUsers {
  readonly targets: ReadonlyMap<number, UserRow & { readonly isSeen: boolean }>;
  readonly activeKeyAdmins: readonly number[];
}

/**
 * Locks the users to change together with all active key admins. Of two calls that would each remove one of
 * the last two, the second waits and then sees the result. One statement in one order: two calls never
 * deadlock.
 */
export async function lockForChange(
  db: Db,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<LockedUsers> {
  const rows = await db
    .selectFrom('userAccount')
    .selectAll()
    .select(seesUser(viewer, 'userAccount.userNo').as('isSeen'))
    .where((eb) =>
      eb.or([
        eb('userNo', 'in', userNos),
        eb.and([eb('role', '=', 1), eb('isKeyUser', '=', true), eb('status', '=', 1)]),
      ]),
    )
    .orderBy('userNo')
    .forUpdate()
    .execute();
  const targets = rows.filter((row) => userNos.includes(row.userNo));
  const keyAdmins = rows.filter((row) => row.role === 1 && row.isKeyUser && row.status === 1);
  return {
    targets: new Map(targets.map((row) => [row.userNo, row])),
    activeKeyAdmins: keyAdmins.map((row) => row.userNo),
  };
}

/** Locks the existing templates until the transaction ends and returns their ids. */
export async function lockTemplates(
  db: Db,
  alarmTemplateIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (alarmTemplateIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('alarmTemplate')
    .select('alarmTemplateId')
    .where('alarmTemplateId', 'in', alarmTemplateIds)
    .forKeyShare()
    .execute();
  return new Set(rows.map((row) => row.alarmTemplateId));
}
