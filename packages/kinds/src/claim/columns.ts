import { number } from '@gwanje/contract/definition/columns';
import { PvcId, VolumeId } from '@gwanje/contract/definition/ids';
import {
  clusterColumns,
  computed,
  computedFromMetrics,
  computedId,
  lifeColumns,
  metricColumns,
  ownId,
  shareOf,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { claimFields } from './fields.ts';
import { claimMetrics } from './metrics.ts';

const share = shareOf(claimMetrics, claimFields);

export const claimColumns = {
  pvcId: ownId(PvcId),
  ...clusterColumns,
  ...stateColumns(claimFields),
  ...watchColumns,
  ...metricColumns(claimMetrics, ['usedBytes', 'availableBytes']),
  /** In % of the measured file system, which is smaller than the disk; else of the capacity. */
  usedPct: computedFromMetrics(number()),
  inodesUsedPct: share('inodesUsed', 'inodes'),
  /** At the growth of the last day; null when the usage does not grow. */
  daysUntilFull: computed(number()),
  volumeId: computedId(VolumeId),
  ...lifeColumns,
} as const;
