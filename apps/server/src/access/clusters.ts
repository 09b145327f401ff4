import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import { requireSeen } from './targets.ts';
import { seesSubGroup, type Viewer } from './visibility.ts';

/** A call that names a cluster needs only an allowed group; the global selection does not apply. */
export async function requireSeenCluster(
  db: Kysely<Database>,
  viewer: Viewer,
  hostId: number,
): Promise<void> {
  const row = await db
    .selectFrom('cluster')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('hostId', '=', hostId)
    .executeTakeFirst();
  requireSeen('cluster', hostId, row && { isSeen: Boolean(row.isSeen) });
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
  db: Kysely<Database>,
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
