import { defineKind } from '../definition/kind.ts';
import { gauge } from '../definition/metric.ts';

/** Sums and counts that the server derives from the objects of the cluster. */
const clusterMetrics = {
  cpuUsedCores: gauge('cores', 'derived'),
  memUsedBytes: gauge('bytes', 'derived'),
  fsUsedBytes: gauge('bytes', 'derived'),
  netRxBps: gauge('bytesPerSecond', 'derived'),
  netTxBps: gauge('bytesPerSecond', 'derived'),
  nodeCnt: gauge('count', 'derived'),
  nodeReadyCnt: gauge('count', 'derived'),
  podCnt: gauge('count', 'derived'),
  podRunningCnt: gauge('count', 'derived'),
  podPendingCnt: gauge('count', 'derived'),
  podFailedCnt: gauge('count', 'derived'),
  containerCnt: gauge('count', 'derived'),
  restartCnt: gauge('count', 'derived'),
  pvUsedBytes: gauge('bytes', 'derived'),
  pvCapacityBytes: gauge('bytes', 'derived'),
  pvUnboundCnt: gauge('count', 'derived'),
} as const;

export const cluster = defineKind({
  key: 'cluster',
  plural: 'clusters',
  idName: 'hostId',
  labels: { ko: '클러스터', en: 'Cluster' },
  metrics: clusterMetrics,
});
