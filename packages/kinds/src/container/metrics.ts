import { gauge, rate } from '../definition/metric.ts';

export const containerMetrics = {
  cpuUsedCores: gauge('cores'),
  cpuThrottledRatio: rate('ratio', 'cadvisor'),
  memUsedBytes: gauge('bytes'),
  memRssBytes: gauge('bytes'),
  memCacheBytes: gauge('bytes', 'cadvisor'),
  rootfsUsedBytes: gauge('bytes'),
  logsUsedBytes: gauge('bytes'),
  blockInBps: rate('bytesPerSecond', 'cadvisor'),
  blockOutBps: rate('bytesPerSecond', 'cadvisor'),
  blockInOps: rate('perSecond', 'cadvisor'),
  blockOutOps: rate('perSecond', 'cadvisor'),
} as const;
