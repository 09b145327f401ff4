import type { Db } from '@gwanje/backend/database/schema';
import { recordKindsOf } from '@gwanje/kinds/registry';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../../access/visibility-repository.ts';

/*
 * The object of an alarm or a range and the objects around it at that time, also if they are deleted since.
 */

export function findAlarm(db: Db, alarmId: number) {
  return db
    .selectFrom('alarm')
    .select(['hostId', 'itemKey', 'target', 'objectId', 'objectName', 'namespace', 'nodeId', 'occurredAt'])
    .select(['ownerKind', 'ownerName'])
    .where('alarmId', '=', alarmId)
    .executeTakeFirst();
}

export function findObjectVisibility(db: Db, viewer: Viewer, objectId: number) {
  return db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .select(['object.kind', seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen')])
    .where('object.objectId', '=', objectId)
    .executeTakeFirst();
}

interface ObjectRow {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly nodeId: number | null;
  readonly ownerKind: string | null;
  readonly ownerName: string | null;
  /** The bound volume of a claim. */
  readonly volumeName: string | null;
  /** The claims that a pod mounts. */
  readonly claims: readonly string[] | null;
  /** The claim of a volume. */
  readonly claimName: string | null;
  readonly claimNamespace: string | null;
}

const OBJECT_COLUMNS = sql`o.object_id, o.host_id, o.kind, o.name, o.namespace, o.node_id,
  o.state ->> 'ownerKind' as owner_kind, o.state ->> 'ownerName' as owner_name, o.state ->> 'volumeName' as volume_name,
  o.record -> 'claims' as claims, o.record -> 'claim' ->> 'name' as claim_name,
  o.record -> 'claim' ->> 'namespace' as claim_namespace`;

/** A container has the state of its pod, so its pod's row comes instead. */
export async function findObject(db: Db, objectId: number): Promise<ObjectRow | undefined> {
  const { rows } = await sql<ObjectRow>`select ${OBJECT_COLUMNS} from object asked
    join object o on o.object_id = coalesce(asked.parent_id, asked.object_id)
    where asked.object_id = ${objectId}`.execute(db);
  return rows[0];
}

/** The objects with these names that existed at some time in the range. */
export async function findIdsByName(
  db: Db,
  wanted: {
    readonly hostId: number;
    readonly records: readonly string[];
    readonly names: readonly string[];
    readonly namespace: string | null;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<number[]> {
  if (wanted.names.length === 0) return [];
  const rows = await db
    .selectFrom('object')
    .select('objectId')
    .where('hostId', '=', wanted.hostId)
    .where(sql<boolean>`kind = any(${[...wanted.records]}::text[])`)
    .where(sql<boolean>`name = any(${[...wanted.names]}::text[])`)
    .where(sql<boolean>`namespace is not distinct from ${wanted.namespace}`)
    .where('firstSeenAt', '<=', wanted.to)
    .where((eb) => eb.or([eb('deletedAt', 'is', null), eb('deletedAt', '>=', wanted.from)]))
    .limit(MAX_SAME_NAME)
    .execute();
  return rows.map(({ objectId }) => objectId);
}

const MAX_SAME_NAME = 50;
const MAX_PODS = 500;

/** The workloads with an alarm of the item in the range: those with a pod on the node, and the others. */
export async function countFailingWorkloads(
  db: Db,
  wanted: {
    readonly hostId: number;
    readonly itemKey: string;
    readonly nodeId: number;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<{ readonly onNodeCnt: number; readonly elsewhereCnt: number }> {
  const { hostId, itemKey, nodeId, from, to } = wanted;
  const { rows } = await sql<{ onNodeCnt: number; elsewhereCnt: number }>`
    select count(*) filter (where is_on_node)::int as on_node_cnt,
      count(*) filter (where not is_on_node)::int as elsewhere_cnt
    from (
      select bool_or(node_id is not distinct from ${nodeId}) as is_on_node from alarm
      where host_id = ${hostId} and item_key = ${itemKey} and occurred_at >= ${from} and occurred_at <= ${to}
      group by namespace, coalesce(owner_name, object_name)) workloads`.execute(db);
  return rows[0] ?? { onNodeCnt: 0, elsewhereCnt: 0 };
}

/** The workloads of the pods that were on a node in the range. */
export async function findWorkloadsOnNode(
  db: Db,
  nodeId: number | null,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number[]> {
  if (nodeId === null) return [];
  const { rows } = await sql<{ objectId: number }>`
    with pods as (
      select distinct host_id, namespace, state ->> 'ownerName' as owner_name from (
        select host_id, namespace, state from object
        where node_id = ${nodeId} and kind = 'pod' and placed_at <= ${to}
          and (deleted_at is null or deleted_at >= ${from})
        order by placed_at desc limit ${MAX_PODS}) placed)
    select w.object_id from pods
    join object w on w.host_id = pods.host_id and w.kind = any(${[...recordKindsOf('workload')]}::text[])
      and w.name = pods.owner_name and w.namespace = pods.namespace
    where w.deleted_at is null or w.deleted_at >= ${from}`.execute(db);
  return rows.map(({ objectId }) => objectId);
}

/** The nodes of the pods of a workload that were deleted in the range; the live state has those of the others. */
export async function findNodesOfDeletedPods(
  db: Db,
  { hostId, namespace, ownerName }: { hostId: number; namespace: string | null; ownerName: string },
  from: Date,
): Promise<number[]> {
  const { rows } = await sql<{ nodeId: number }>`
    select distinct node_id from (
      select node_id from object
      where host_id = ${hostId} and kind = 'pod' and deleted_at >= ${from} and node_id is not null
        and namespace is not distinct from ${namespace} and state ->> 'ownerName' = ${ownerName}
      order by deleted_at limit ${MAX_PODS}) placed`.execute(db);
  return rows.map(({ nodeId }) => nodeId);
}
