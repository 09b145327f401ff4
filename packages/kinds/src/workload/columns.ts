import { number, rowOf } from '@gwanje/contract/definition/columns';
import { idSchemas } from '@gwanje/contract/definition/ids';
import type { z } from 'zod';
import {
  clusterColumns,
  computed,
  lifeColumns,
  ownId,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { workloadFields } from './fields.ts';

export const [WorkloadId, WorkloadIdText] = idSchemas('WorkloadId');

export const workloadColumns = {
  workloadId: ownId(WorkloadId),
  ...clusterColumns,
  ...stateColumns(workloadFields),
  ...watchColumns,
  /** Pods that it owns, directly or through a replica set. */
  podCnt: computed(number()),
  ...lifeColumns,
} as const;

export const WorkloadRow = rowOf(workloadColumns);
export type WorkloadRow = z.infer<typeof WorkloadRow>;
