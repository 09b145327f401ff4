import { number, time } from '@gwanje/contract/definition/columns';
import { PvcId, VolumeId } from '@gwanje/contract/definition/ids';
import {
  clusterColumns,
  computedFromMetrics,
  computedId,
  lifeColumns,
  ownId,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { volumeFields } from './fields.ts';

export const volumeColumns = {
  volumeId: ownId(VolumeId),
  ...clusterColumns,
  ...stateColumns(volumeFields),
  ...watchColumns,
  /** Volumes have no samples: the next four values are those of the bound claim. */
  usedBytes: computedFromMetrics(number()),
  usedPct: computedFromMetrics(number()),
  pvcId: computedId(PvcId),
  ...lifeColumns,
  dataAt: computedFromMetrics(time()),
} as const;
