import { metric } from '../definition/metric.ts';

export const podMetrics = {
  cpuUsedCores: metric('cores'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  ephemeralUsedBytes: metric('bytes'),
  netRxBps: metric('bytesPerSecond'),
  netTxBps: metric('bytesPerSecond'),
  netRxErrPs: metric('perSecond'),
  netTxErrPs: metric('perSecond'),
  procCnt: metric('count'),
} as const;
