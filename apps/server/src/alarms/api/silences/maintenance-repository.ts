import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../../access/visibility-repository.ts';

export function listMaintenanceWindows(db: Db, subGroupIds: Iterable<number>, endedAfter: Date) {
  return windowsWithGroup(db)
    .where(sql<boolean>`sub_group.sub_group_id = any(${[...subGroupIds]}::int[])`)
    .where('maintenance.toAt', '>', endedAfter)
    .orderBy('maintenance.fromAt')
    .execute();
}

export function lockMaintenance(db: Db, viewer: Viewer, maintenanceId: number) {
  return windowsWithGroup(db)
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('maintenanceId', '=', maintenanceId)
    .forUpdate('maintenance')
    .executeTakeFirst();
}

/** Includes the sub group that decides who sees the window: the window's own, or that of its cluster. */
function windowsWithGroup(db: Db) {
  return db
    .selectFrom('maintenance')
    .leftJoin('cluster', 'cluster.hostId', 'maintenance.hostId')
    .innerJoin('subGroup', (join) =>
      join.on(
        sql<boolean>`sub_group.sub_group_id = coalesce(maintenance.sub_group_id, cluster.sub_group_id)`,
      ),
    )
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['maintenance.maintenanceId', 'maintenance.hostId', 'maintenance.fromAt', 'maintenance.toAt'])
    .select(['maintenance.reason', 'maintenance.userName', 'maintenance.endedBy'])
    .select(['cluster.name as clusterName', 'subGroup.subGroupId', 'subGroup.name as subGroupName'])
    .select('metaGroup.ownerUserNo');
}
