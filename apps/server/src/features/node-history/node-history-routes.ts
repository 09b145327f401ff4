import type { Db } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import { Condition } from '@gwanje/contract/objects/object-calls';
import { nodeConditions } from '@gwanje/contract/objects/object-states';
import { podHistoryColumns } from '@gwanje/kinds/node/history-calls';
import { parseState } from '@gwanje/kinds/state/states';
import type { Aggregate, MetricStore } from '@gwanje/metric-store/interface';
import { z } from 'zod';
import { requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { listComputedRows } from '../../platform/store/list-repository.ts';
import {
  countAlarms,
  countPods,
  findNeighbours,
  findNodeVisibility,
  findRecord,
  type HistoryRecord,
  listPodsOf,
  listRecordPage,
} from './node-history-repository.ts';

export const nodeHistoryRoutes = {
  async listNodeHistory({ db, user, metricStore, params, body, now }) {
    const { nodeId, ...page } = params;
    requireSeen('node', nodeId, await findNodeVisibility(db, user, nodeId));
    const { totalCnt, list: records } = await listRecordPage(db, nodeId, { ...body, ...page });
    const list = await measuredRecords(db, metricStore, records, now);
    return { totalCnt, ...page, serverTime: now.toISOString(), list };
  },
  async getNodeHistory({ db, user, metricStore, params, now }) {
    const { nodeHistoryId } = params;
    const record = requireSeen('nodeHistory', nodeHistoryId, await findRecord(db, user, nodeHistoryId));
    const [measured] = await measuredRecords(db, metricStore, [record], now);
    if (!measured) throw new AppError('notFound');
    const { hostId, clusterName, nodeId, nodeName } = record;
    const node = parseState('node', record.nodeState);
    return {
      ...measured,
      serverTime: now.toISOString(),
      hostId,
      clusterName,
      nodeId,
      nodeName,
      conditions: conditionsOf(record),
      cpuAllocatableCores: node.cpuAllocatableCores,
      memAllocatableBytes: node.memAllocatableBytes,
      ...(await findNeighbours(db, record)),
    };
  },
  async listNodeHistoryPods({ db, user, metricStore, params, body, now }) {
    const { nodeHistoryId, ...page } = params;
    const record = requireSeen('nodeHistory', nodeHistoryId, await findRecord(db, user, nodeHistoryId));
    const pods = await podsOfRecord(db, metricStore, record, now);
    const request = { ...body, ...page };
    const found = await listComputedRows(db, podHistoryColumns, pods, request, '-cpuAvgCores');
    return { ...found, ...page, serverTime: now.toISOString() };
  },
} satisfies Routes<{ metricStore: MetricStore }>;

const NODE_METRICS = ['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** A record without an end is read up to now. */
function endOf(record: Pick<HistoryRecord, 'toAt'>, now: Date): Date {
  return record.toAt ?? now;
}

/** Records with their metrics: averages and counts are read from the stores, not stored twice. */
async function measuredRecords(db: Db, store: MetricStore, records: readonly HistoryRecord[], now: Date) {
  const ids = records.map((record) => record.nodeHistoryId);
  const podCnts = await countPods(db, ids);
  const alarmCnts = await countAlarms(db, ids);
  return Promise.all(
    records.map(async (record) => {
      const span = { fromMs: record.fromAt.getTime(), toMs: endOf(record, now).getTime() };
      const of = await measure(store, 'node', [record.nodeId], NODE_METRICS, span);
      return {
        nodeHistoryId: record.nodeHistoryId,
        fromAt: record.fromAt.toISOString(),
        toAt: record.toAt?.toISOString() ?? null,
        isRunning: record.toAt === null,
        condition: nodeConditions.find((condition) => condition === record.condition) ?? 'Unknown',
        isSchedulable: record.isSchedulable,
        kubeletVersion: record.kubeletVersion,
        flapCnt: record.flapCnt,
        podCnt: podCnts.get(record.nodeHistoryId) ?? 0,
        alarmCnt: alarmCnts.get(record.nodeHistoryId) ?? 0,
        ...avgAndMax('cpu', 'Cores', of(record.nodeId, 'cpuUsedCores')),
        ...avgAndMax('mem', 'Bytes', of(record.nodeId, 'memUsedBytes')),
        ...avgAndMax('fs', 'Bytes', of(record.nodeId, 'fsUsedBytes')),
        ...avgAndMax('netRx', 'Bps', of(record.nodeId, 'netRxBps')),
        ...avgAndMax('netTx', 'Bps', of(record.nodeId, 'netTxBps')),
      };
    }),
  );
}

/** The conditions that the agent sent at the start of the record. */
function conditionsOf(record: Pick<HistoryRecord, 'conditions'>) {
  return z.array(Condition).parse(record.conditions);
}

type Measured = Record<'avg' | 'max', number | null>;

/** For example `cpuAvgCores` and `cpuMaxCores`. */
function avgAndMax<Name extends string, Unit extends string>(name: Name, unit: Unit, { avg, max }: Measured) {
  const fields = { [`${name}Avg${unit}`]: avg, [`${name}Max${unit}`]: max };
  return fields as Record<`${Name}${'Avg' | 'Max'}${Unit}`, number | null>;
}

/** Use of `ids` in a time span, by id and metric; an empty span has no values. */
async function measure<Metric extends string>(
  store: MetricStore,
  scope: 'node' | 'pod',
  ids: readonly number[],
  metrics: readonly Metric[],
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<(id: number, metric: Metric) => Measured> {
  const rows: readonly Aggregate[] =
    ids.length > 0 && span.toMs > span.fromMs ? await store.aggregate({ scope, ids, metrics, ...span }) : [];
  const values = new Map(rows.map(({ id, metric, value }) => [`${id} ${metric}`, value]));
  return (id, metric) => values.get(`${id} ${metric}`) ?? { avg: null, max: null };
}

const POD_METRICS = ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** All pods of a record, filtered and sorted in memory: a node has a few hundred at most. */
async function podsOfRecord(db: Db, store: MetricStore, record: HistoryRecord, now: Date) {
  const end = endOf(record, now);
  const pods = await listPodsOf(db, record, end);
  const ids = pods.map((pod) => pod.objectId);
  const span = { fromMs: record.fromAt.getTime(), toMs: end.getTime() };
  const of = await measure(store, 'pod', ids, POD_METRICS, span);
  return pods.map((pod) => {
    const { ownerKind, ownerName, phase, status, restartCnt } = parseState('pod', pod.state);
    return {
      podId: pod.objectId,
      name: pod.name,
      namespace: pod.namespace ?? '',
      ownerKind,
      ownerName,
      phase,
      status,
      restartCnt,
      placedAt: pod.placedAt?.toISOString() ?? null,
      deletedAt: pod.deletedAt?.toISOString() ?? null,
      ...avgAndMax('cpu', 'Cores', of(pod.objectId, 'cpuUsedCores')),
      ...avgAndMax('mem', 'Bytes', of(pod.objectId, 'memUsedBytes')),
      ...avgAndMax('disk', 'Bytes', of(pod.objectId, 'ephemeralUsedBytes')),
      ...avgAndMax('netRx', 'Bps', of(pod.objectId, 'netRxBps')),
      ...avgAndMax('netTx', 'Bps', of(pod.objectId, 'netTxBps')),
    };
  });
}
