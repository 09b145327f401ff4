import { gauge, rate } from '../definition/metric.ts';

export const nodeMetrics = {
  cpuUsedCores: gauge('cores'),
  memUsedBytes: gauge('bytes'),
  memRssBytes: gauge('bytes'),
  memAvailableBytes: gauge('bytes'),
  majorPageFaultsPs: rate('perSecond'),
  fsUsedBytes: gauge('bytes'),
  fsCapacityBytes: gauge('bytes'),
  fsInodesUsed: gauge('count'),
  fsInodes: gauge('count'),
  imageFsUsedBytes: gauge('bytes'),
  netRxBps: rate('bytesPerSecond'),
  netTxBps: rate('bytesPerSecond'),
  netRxErrPs: rate('perSecond'),
  netTxErrPs: rate('perSecond'),
  procCnt: gauge('count'),
} as const;
