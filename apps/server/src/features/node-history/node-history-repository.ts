import type { Db } from '@gwanje/backend/database/schema';
import { keysOf, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { type listNodeHistory, nodeHistoryColumns } from '@gwanje/kinds/node/history-calls';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { columnsOf, listPage, type SqlList } from '../../platform/store/list-repository.ts';

const RECORDS: SqlList<typeof nodeHistoryColumns> = {
  columns: nodeHistoryColumns,
  expressions: {
    ...columnsOf('nodeHistory', keysOf(nodeHistoryColumns)),
    isRunning: sql`(node_history.to_at is null)`,
  },
  id: sql.ref('nodeHistory.nodeHistoryId'),
  order: '-fromAt',
};

const COLUMNS = [
  'nodeHistory.nodeHistoryId',
  'nodeHistory.nodeId',
  'nodeHistory.hostId',
  'nodeHistory.fromAt',
  'nodeHistory.toAt',
  'nodeHistory.condition',
  'nodeHistory.isSchedulable',
  'nodeHistory.kubeletVersion',
  'nodeHistory.conditions',
  'nodeHistory.flapCnt',
] as const;

export function findNodeVisibility(db: Db, viewer: Viewer, nodeId: number) {
  return db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('object.objectId', '=', nodeId)
    .where('object.kind', '=', 'node')
    .executeTakeFirst();
}

export function listRecordPage(db: Db, nodeId: number, request: BodyOf<typeof listNodeHistory> & Page) {
  const query = db.selectFrom('nodeHistory').where('nodeHistory.nodeId', '=', nodeId).select(COLUMNS);
  return listPage(db, query, RECORDS, request);
}

export type HistoryRecord = Awaited<ReturnType<typeof listRecordPage>>['list'][number];

export function findRecord(db: Db, viewer: Viewer, nodeHistoryId: number) {
  return db
    .selectFrom('nodeHistory')
    .innerJoin('object', 'object.objectId', 'nodeHistory.nodeId')
    .innerJoin('cluster', 'cluster.hostId', 'nodeHistory.hostId')
    .select(COLUMNS)
    .select(['cluster.name as clusterName', 'object.name as nodeName', 'object.state as nodeState'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('nodeHistory.nodeHistoryId', '=', nodeHistoryId)
    .executeTakeFirst();
}

/** The previous and the next record in time. */
export async function findNeighbours(db: Db, { nodeId, fromAt }: HistoryRecord) {
  const ofNode = db.selectFrom('nodeHistory').select('nodeHistoryId').where('nodeId', '=', nodeId);
  const previous = await ofNode
    .where('fromAt', '<', fromAt)
    .orderBy('fromAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = await ofNode.where('fromAt', '>', fromAt).orderBy('fromAt').limit(1).executeTakeFirst();
  return { previousId: previous?.nodeHistoryId ?? null, nextId: next?.nodeHistoryId ?? null };
}

/** The number of pods that were on the node at any time during each record. */
export async function countPods(
  db: Db,
  nodeHistoryIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('nodeHistory')
    .innerJoin('object as pod', 'pod.nodeId', 'nodeHistory.nodeId')
    .select(['nodeHistory.nodeHistoryId', (eb) => eb.fn.countAll<number>().as('cnt')])
    .where(sql<boolean>`node_history.node_history_id = any(${[...nodeHistoryIds]}::int[])`)
    .where('pod.kind', '=', 'pod')
    .where(sql<boolean>`pod.placed_at < coalesce(node_history.to_at, 'infinity')`)
    .where(sql<boolean>`coalesce(pod.deleted_at, 'infinity') > node_history.from_at`)
    .groupBy('nodeHistory.nodeHistoryId')
    .execute();
  return new Map(rows.map((row) => [row.nodeHistoryId, row.cnt]));
}

/** Alarms of the node and of its pods that were open at any time during each record. */
export async function countAlarms(
  db: Db,
  nodeHistoryIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('nodeHistory')
    .innerJoin('alarm', 'alarm.nodeId', 'nodeHistory.nodeId')
    .select(['nodeHistory.nodeHistoryId', (eb) => eb.fn.countAll<number>().as('cnt')])
    .where(sql<boolean>`node_history.node_history_id = any(${[...nodeHistoryIds]}::int[])`)
    .where(sql<boolean>`alarm.occurred_at < coalesce(node_history.to_at, 'infinity')`)
    .where(sql<boolean>`coalesce(alarm.recovered_at, alarm.closed_at, 'infinity') >= node_history.from_at`)
    .groupBy('nodeHistory.nodeHistoryId')
    .execute();
  return new Map(rows.map((row) => [row.nodeHistoryId, row.cnt]));
}

/** Pods of a record, with their state at its end. */
export function listPodsOf(db: Db, record: Pick<HistoryRecord, 'nodeId' | 'fromAt'>, end: Date) {
  return db
    .selectFrom('object as pod')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('objectChange')
          .select('objectChange.state')
          .whereRef('objectChange.objectId', '=', 'pod.objectId')
          .where('objectChange.at', '<=', end)
          .orderBy('objectChange.at', 'desc')
          .orderBy('objectChange.changeId', 'desc')
          .limit(1)
          .as('then'),
      (join) => join.onTrue(),
    )
    .select(['pod.objectId', 'pod.name', 'pod.namespace', 'pod.placedAt', 'pod.deletedAt'])
    .select(sql<unknown>`coalesce("then".state, pod.state)`.as('state'))
    .where('pod.nodeId', '=', record.nodeId)
    .where('pod.kind', '=', 'pod')
    .where('pod.placedAt', '<', end)
    .where(sql<boolean>`coalesce(pod.deleted_at, 'infinity') > ${record.fromAt}`)
    .orderBy('pod.objectId')
    .execute();
}
