import type { Db } from '@gwanje/backend/database/schema';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

/** The pods whose logs are asked for, with who may read them. Deleted pods too: their names still belong to a group. */
export async function findLogPods(db: Db, viewer: Viewer, podIds: readonly number[]) {
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['object.objectId', 'object.hostId', 'object.uid', 'object.name', 'object.namespace'])
    .select(['subGroup.logReaders', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('object.objectId', 'in', [...new Set(podIds)])
    .where('object.kind', '=', 'pod')
    .execute();
  return new Map(rows.map((row) => [row.objectId, row]));
}
export type LogPod = Awaited<ReturnType<typeof findLogPods>> extends Map<number, infer Row> ? Row : never;

export function findLogCluster(db: Db, viewer: Viewer, hostId: number) {
  return db
    .selectFrom('cluster')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select(['subGroup.logReaders', 'metaGroup.ownerUserNo'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('cluster.hostId', '=', hostId)
    .executeTakeFirst();
}

export function listPermissionRows(db: Db, viewer: Viewer) {
  return db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .leftJoin('cluster', 'cluster.subGroupId', 'subGroup.subGroupId')
    .select(['metaGroup.name as metaGroupName', 'subGroup.subGroupId', 'subGroup.name as subGroupName'])
    .select(['subGroup.logReaders'])
    .select((eb) => eb.fn.count<number>('cluster.hostId').as('clusterCnt'))
    .where(seesSubGroup(viewer, 'subGroup.subGroupId'))
    .groupBy(['metaGroup.metaGroupId', 'subGroup.subGroupId'])
    .orderBy('metaGroup.nameKey')
    .orderBy('subGroup.nameKey')
    .execute();
}

export function listClusterAgentVersions(db: Db, hostId: number) {
  return db
    .selectFrom('agent')
    .select('version')
    .where('hostId', '=', hostId)
    .where('role', '=', 'cluster')
    .execute();
}

/** Locks in the order of the ids, so that two calls never deadlock. */
export async function lockPermissions(db: Db, viewer: Viewer, subGroupIds: readonly number[]) {
  const rows = await db
    .selectFrom('subGroup')
    .select(['subGroupId', 'logReaders'])
    .select(seesSubGroup(viewer, 'subGroup.subGroupId').as('isSeen'))
    .where('subGroupId', 'in', subGroupIds)
    .orderBy('subGroupId')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.subGroupId, row]));
}
