import { metric } from '../definition/metric.ts';

export const containerMetrics = {
  cpuUsedCores: metric('cores'),
  cpuThrottledRatio: metric('ratio', 'cadvisor'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  memCacheBytes: metric('bytes', 'cadvisor'),
  rootfsUsedBytes: metric('bytes'),
  logsUsedBytes: metric('bytes'),
  blockInBps: metric('bytesPerSecond', 'cadvisor'),
  blockOutBps: metric('bytesPerSecond', 'cadvisor'),
  blockInOps: metric('perSecond', 'cadvisor'),
  blockOutOps: metric('perSecond', 'cadvisor'),
} as const;
