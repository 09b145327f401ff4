import type { Db } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { queryTop } from '@gwanje/kinds/calls/series';
import { sql } from 'kysely';

export function listClusters(db: Db, hostIds: readonly number[]) {
  return db
    .selectFrom('cluster')
    .select(['hostId as id', 'name', 'subGroupId'])
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .execute();
}

export function listObjects(db: Db, objectIds: readonly number[]) {
  return db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .select(['object.objectId as id', 'object.kind', 'object.name', 'cluster.subGroupId'])
    .where(sql<boolean>`object.object_id = any(${[...objectIds]}::int[])`)
    .execute();
}

/** The ids of objects that were deleted later than `fromMs`, the latest first. */
export async function listDeletedSince(
  db: Db,
  hostIds: ReadonlySet<number>,
  { kind, nodeId, namespace }: BodyOf<typeof queryTop>,
  fromMs: number,
  limit: number,
): Promise<number[]> {
  let query = db
    .selectFrom('object')
    .leftJoin('object as pod', 'pod.objectId', 'object.parentId')
    .select('object.objectId')
    .where(sql<boolean>`object.host_id = any(${[...hostIds]}::int[])`)
    .where('object.kind', '=', kind)
    .where('object.deletedAt', '>', new Date(fromMs))
    .orderBy('object.deletedAt', 'desc')
    .orderBy('object.objectId', 'desc')
    .limit(limit);
  if (nodeId !== undefined)
    query = query.where(sql<boolean>`coalesce(object.node_id, pod.node_id) = ${nodeId}`);
  if (namespace !== undefined)
    query = query.where(sql<boolean>`coalesce(object.namespace, pod.namespace) = ${namespace}`);
  const rows = await query.execute();
  return rows.map((row) => row.objectId);
}

export async function findNames(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .leftJoin('object as pod', 'pod.objectId', 'object.parentId')
    .select(['object.objectId', 'object.hostId', 'cluster.name as clusterName', 'object.name'])
    .select(sql<string | null>`coalesce(object.namespace, pod.namespace)`.as('namespace'))
    .where(sql<boolean>`object.object_id = any(${[...ids]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.objectId, row]));
}
