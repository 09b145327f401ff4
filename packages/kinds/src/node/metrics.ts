import { metric } from '../definition/metric.ts';

export const nodeMetrics = {
  cpuUsedCores: metric('cores'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  memAvailableBytes: metric('bytes'),
  majorPageFaultsPs: metric('perSecond'),
  fsUsedBytes: metric('bytes'),
  fsCapacityBytes: metric('bytes'),
  fsInodesUsed: metric('count'),
  fsInodes: metric('count'),
  imageFsUsedBytes: metric('bytes'),
  netRxBps: metric('bytesPerSecond'),
  netTxBps: metric('bytesPerSecond'),
  netRxErrPs: metric('perSecond'),
  netTxErrPs: metric('perSecond'),
  procCnt: metric('count'),
} as const;
