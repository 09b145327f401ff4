import { metric } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';

/** Sums and counts that the server derives from the objects of the cluster. */
const clusterMetrics = {
  cpuUsedCores: metric('cores', 'derived'),
  memUsedBytes: metric('bytes', 'derived'),
  fsUsedBytes: metric('bytes', 'derived'),
  netRxBps: metric('bytesPerSecond', 'derived'),
  netTxBps: metric('bytesPerSecond', 'derived'),
  nodeCnt: metric('count', 'derived'),
  nodeReadyCnt: metric('count', 'derived'),
  podCnt: metric('count', 'derived'),
  podRunningCnt: metric('count', 'derived'),
  podPendingCnt: metric('count', 'derived'),
  podFailedCnt: metric('count', 'derived'),
  containerCnt: metric('count', 'derived'),
  restartCnt: metric('count', 'derived'),
  pvUsedBytes: metric('bytes', 'derived'),
  pvCapacityBytes: metric('bytes', 'derived'),
  pvUnboundCnt: metric('count', 'derived'),
} as const;

export const cluster = defineKind({
  key: 'cluster',
  plural: 'clusters',
  idName: 'hostId',
  labels: { ko: '클러스터', en: 'Cluster' },
  icon: 'mdi-kubernetes',
  metrics: clusterMetrics,
});
