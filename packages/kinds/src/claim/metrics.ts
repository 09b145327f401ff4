import { gauge } from '../definition/metric.ts';

export const claimMetrics = {
  usedBytes: gauge('bytes'),
  capacityBytes: gauge('bytes'),
  availableBytes: gauge('bytes'),
  inodesUsed: gauge('count'),
  inodes: gauge('count'),
} as const;
