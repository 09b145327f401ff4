import type { Db } from '@gwanje/backend/database/schema';
import { Condition } from '@gwanje/contract/clusters/objects';
import { nodeConditions } from '@gwanje/contract/clusters/states';
import { parseState } from '@gwanje/kinds/state/states';
import type { Aggregate, MetricStore } from '@gwanje/metric-store/interface';
import { z } from 'zod';
import { countAlarms, countPods, type HistoryRecord, listPodsOf } from './node-history-repository.ts';

const NODE_METRICS = ['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** The running record ends now. */
export function endOf(record: Pick<HistoryRecord, 'toAt'>, now: Date): Date {
  return record.toAt ?? now;
}

/** Records with their metrics: averages and counts are read from the stores, not stored twice. */
export async function measuredRecords(
  db: Db,
  store: MetricStore,
  records: readonly HistoryRecord[],
  now: Date,
) {
  const ids = records.map((record) => record.nodeHistoryId);
  const podCnts = await countPods(db, ids);
  const alarmCnts = await countAlarms(db, ids);
  return Promise.all(
    records.map(async (record) => {
      const span = { fromMs: record.fromAt.getTime(), toMs: endOf(record, now).getTime() };
      const of = await measure(store, 'node', [record.nodeId], NODE_METRICS, span);
      const [cpu, mem, fs, rx, tx] = NODE_METRICS.map((metric) => of(record.nodeId, metric));
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
        cpuAvgCores: cpu?.avg ?? null,
        cpuMaxCores: cpu?.max ?? null,
        memAvgBytes: mem?.avg ?? null,
        memMaxBytes: mem?.max ?? null,
        fsAvgBytes: fs?.avg ?? null,
        fsMaxBytes: fs?.max ?? null,
        netRxAvgBps: rx?.avg ?? null,
        netRxMaxBps: rx?.max ?? null,
        netTxAvgBps: tx?.avg ?? null,
        netTxMaxBps: tx?.max ?? null,
      };
    }),
  );
}

/** The conditions that the agent sent at the start of the record. */
export function conditionsOf(record: Pick<HistoryRecord, 'conditions'>) {
  return z.array(Condition).parse(record.conditions);
}

interface Measured {
  readonly avg: number | null;
  readonly max: number | null;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Use of `ids` in a time span, by id and metric; an empty span has no values. */
export async function measure<Metric extends string>(
  store: MetricStore,
  scope: 'node' | 'pod',
  ids: readonly number[],
  metrics: readonly Metric[],
  span: Span,
): Promise<(id: number, metric: Metric) => Measured> {
  const rows: readonly Aggregate[] =
    ids.length > 0 && span.toMs > span.fromMs ? await store.aggregate({ scope, ids, metrics, ...span }) : [];
  const values = new Map(rows.map(({ id, metric, value }) => [`${id} ${metric}`, value]));
  return (id, metric) => values.get(`${id} ${metric}`) ?? { avg: null, max: null };
}

const POD_METRICS = ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** All pods of a record, filtered and sorted in memory: a node has a few hundred at most. */
export async function podsOfRecord(db: Db, store: MetricStore, record: HistoryRecord, now: Date) {
  const end = endOf(record, now);
  const pods = await listPodsOf(db, record, end);
  const of = await measure(
    store,
    'pod',
    pods.map((pod) => pod.objectId),
    POD_METRICS,
    { fromMs: record.fromAt.getTime(), toMs: end.getTime() },
  );
  return pods.map((pod) => {
    const state = parseState('pod', pod.state);
    const [cpu, mem, disk, rx, tx] = POD_METRICS.map((metric) => of(pod.objectId, metric));
    return {
      podId: pod.objectId,
      name: pod.name,
      namespace: pod.namespace ?? '',
      ownerKind: state.ownerKind,
      ownerName: state.ownerName,
      phase: state.phase,
      status: state.status,
      restartCnt: state.restartCnt,
      placedAt: pod.placedAt?.toISOString() ?? null,
      deletedAt: pod.deletedAt?.toISOString() ?? null,
      cpuAvgCores: cpu?.avg ?? null,
      cpuMaxCores: cpu?.max ?? null,
      memAvgBytes: mem?.avg ?? null,
      memMaxBytes: mem?.max ?? null,
      diskAvgBytes: disk?.avg ?? null,
      diskMaxBytes: disk?.max ?? null,
      netRxAvgBps: rx?.avg ?? null,
      netRxMaxBps: rx?.max ?? null,
      netTxAvgBps: tx?.avg ?? null,
      netTxMaxBps: tx?.max ?? null,
    };
  });
}
