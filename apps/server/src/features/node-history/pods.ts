import type { Database } from '@gwanje/backend/database/schema';
import { parseState } from '@gwanje/kinds/state/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import { measure } from './measure.ts';
import { type HistoryRecord, listPodsOf } from './node-history-repository.ts';
import { endOf } from './records.ts';

const POD_METRICS = ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** All pods of a record, filtered and sorted in memory: a node has a few hundred at most. */
export async function podsOfRecord(
  db: Kysely<Database>,
  store: MetricStore,
  record: HistoryRecord,
  now: Date,
) {
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
