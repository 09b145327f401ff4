import { gauge, rate } from '../definition/metric.ts';

export const podMetrics = {
  cpuUsedCores: gauge('cores'),
  memUsedBytes: gauge('bytes'),
  memRssBytes: gauge('bytes'),
  ephemeralUsedBytes: gauge('bytes'),
  netRxBps: rate('bytesPerSecond'),
  netTxBps: rate('bytesPerSecond'),
  netRxErrPs: rate('perSecond'),
  netTxErrPs: rate('perSecond'),
  procCnt: gauge('count'),
} as const;
