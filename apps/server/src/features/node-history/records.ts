import type { Database } from '@gwanje/backend/database/schema';
import { Condition } from '@gwanje/contract/clusters/objects';
import { nodeConditions } from '@gwanje/contract/clusters/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { measure } from './measure.ts';
import { countAlarms, countPods, type HistoryRecord } from './node-history-repository.ts';

const NODE_METRICS = ['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'] as const;

/** The running record ends now. */
export function endOf(record: Pick<HistoryRecord, 'toAt'>, now: Date): Date {
  return record.toAt ?? now;
}

/** Records with their metrics: averages and counts are read from the stores, not stored twice. */
export async function measuredRecords(
  db: Kysely<Database>,
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
