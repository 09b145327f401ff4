import { metric } from '../definition/metric.ts';

export const claimMetrics = {
  usedBytes: metric('bytes'),
  capacityBytes: metric('bytes'),
  availableBytes: metric('bytes'),
  inodesUsed: metric('count'),
  inodes: metric('count'),
} as const;
