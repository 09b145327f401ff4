import type { Db } from '@gwanje/backend/database/schema';
import { type Page, text } from '@gwanje/contract/definition/columns';
import { sql } from 'kysely';
import { seesMetaGroup, seesSubGroup, seesUser, type Viewer } from '../../access/visibility-repository.ts';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';

/*
 * Group lists show everything the viewer may see and ignore the global selection. The selection limits what
 * is monitored; an admin must still find the other groups to manage them.
 */

const META_COLUMNS = { metaGroupId: 'metaGroup.metaGroupId', ownerUserNo: 'metaGroup.ownerUserNo' };

const nameColumns = { name: text() } as const;

function byName(table: 'metaGroup' | 'subGroup'): SqlList<typeof nameColumns> {
  return {
    columns: nameColumns,
    expressions: columnsOf(table, ['name']),
    id: sql.ref(`${table}.nameKey`),
    order: 'name',
  };
}

export function listGroupNameRows(db: Db, viewer: Viewer) {
  return db
    .selectFrom('metaGroup')
    .leftJoin('subGroup', (join) =>
      join
        .onRef('subGroup.metaGroupId', '=', 'metaGroup.metaGroupId')
        .on(seesSubGroup(viewer, 'subGroup.subGroupId')),
    )
    .select(['metaGroup.metaGroupId', 'metaGroup.name as metaGroupName'])
    .select(['subGroup.subGroupId', 'subGroup.name as subGroupName'])
    .where(seesMetaGroup(viewer, META_COLUMNS))
    .orderBy('metaGroup.nameKey')
    .orderBy('subGroup.nameKey')
    .execute();
}

/** Omits an owner whom the viewer may not see: a granted sub group does not reveal other users. */
export function listMetaGroupPage(db: Db, viewer: Viewer, page: Page) {
  const seenSubGroups = sql`sub_group where sub_group.meta_group_id = meta_group.meta_group_id
    and ${seesSubGroup(viewer, 'subGroup.subGroupId')}`;
  const query = db
    .selectFrom('metaGroup')
    .leftJoin('userAccount', (join) =>
      join
        .onRef('userAccount.userNo', '=', 'metaGroup.ownerUserNo')
        .on(seesUser(viewer, 'userAccount.userNo')),
    )
    .select(['metaGroup.metaGroupId', 'metaGroup.name', 'metaGroup.createdAt', 'metaGroup.updatedAt'])
    .select(['userAccount.userNo as ownerUserNo', 'userAccount.name as ownerName'])
    .select(sql<number>`(select count(*) from ${seenSubGroups})`.as('subGroupCnt'))
    .select(
      sql<number>`(select count(*) from cluster where cluster.sub_group_id in
        (select sub_group.sub_group_id from ${seenSubGroups}))`.as('clusterCnt'),
    )
    .where(seesMetaGroup(viewer, META_COLUMNS));
  return listPage(db, query, byName('metaGroup'), page);
}

function subGroupRows(db: Db, viewer: Viewer) {
  return db
    .selectFrom('subGroup')
    .select([
      'subGroup.subGroupId',
      'subGroup.metaGroupId',
      'subGroup.name',
      'subGroup.logReaders',
      'subGroup.createdAt',
      'subGroup.updatedAt',
    ])
    .select(
      sql<number>`(select count(*) from cluster where cluster.sub_group_id = sub_group.sub_group_id)`.as(
        'clusterCnt',
      ),
    )
    .select(
      sql<number>`(select count(*) from sub_group_member
        where sub_group_member.sub_group_id = sub_group.sub_group_id
        and ${seesUser(viewer, 'subGroupMember.userNo')})`.as('memberCnt'),
    );
}

export function listSubGroupPage(db: Db, viewer: Viewer, metaGroupId: number, page: Page) {
  const query = subGroupRows(db, viewer)
    .where('subGroup.metaGroupId', '=', metaGroupId)
    .where(seesSubGroup(viewer, 'subGroup.subGroupId'));
  return listPage(db, query, byName('subGroup'), page);
}

export function findSubGroupRow(db: Db, viewer: Viewer, subGroupId: number) {
  return subGroupRows(db, viewer)
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .leftJoin('userAccount', (join) =>
      join
        .onRef('userAccount.userNo', '=', 'metaGroup.ownerUserNo')
        .on(seesUser(viewer, 'userAccount.userNo')),
    )
    .select(['metaGroup.name as metaGroupName', 'userAccount.userNo as ownerUserNo'])
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroup.subGroupId', '=', subGroupId)
    .executeTakeFirst();
}

export function listMemberRows(db: Db, viewer: Viewer, subGroupId: number) {
  return db
    .selectFrom('subGroupMember')
    .innerJoin('userAccount', 'userAccount.userNo', 'subGroupMember.userNo')
    .selectAll('userAccount')
    .select('subGroupMember.createdAt as grantedAt')
    .where('subGroupMember.subGroupId', '=', subGroupId)
    .where(seesUser(viewer, 'subGroupMember.userNo'))
    .orderBy('userAccount.userId')
    .execute();
}

export function listClusterRowsOf(db: Db, subGroupId: number) {
  return db
    .selectFrom('cluster')
    .select(['hostId', 'name', 'createdAt'])
    .where('subGroupId', '=', subGroupId)
    .orderBy('nameKey')
    .execute();
}
