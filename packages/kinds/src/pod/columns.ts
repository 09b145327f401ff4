import { rowOf } from '@gwanje/contract/definition/columns';
import { NodeId, PodId } from '@gwanje/contract/definition/ids';
import type { z } from 'zod';
import {
  clusterColumns,
  computedId,
  lifeColumns,
  metricColumns,
  ownId,
  shareOf,
  stateColumn,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { podFields } from './fields.ts';
import { podMetrics } from './metrics.ts';

const share = shareOf(podMetrics, podFields);

export const podColumns = {
  podId: ownId(PodId),
  ...clusterColumns,
  ...stateColumns(podFields, ['isHostNetwork', 'startedAtMs', 'oomKilledAtMs']),
  nodeId: computedId(NodeId),
  ...watchColumns,
  ...metricColumns(podMetrics, [
    'cpuUsedCores',
    'memUsedBytes',
    'ephemeralUsedBytes',
    'netRxBps',
    'netTxBps',
    'procCnt',
  ]),
  cpuUsedLimitPct: share('cpuUsedCores', 'cpuLimitCores'),
  cpuUsedRequestPct: share('cpuUsedCores', 'cpuRequestCores'),
  memUsedLimitPct: share('memUsedBytes', 'memLimitBytes'),
  memUsedRequestPct: share('memUsedBytes', 'memRequestBytes'),
  startedAt: stateColumn(podFields, 'startedAtMs'),
  ...lifeColumns,
} as const;

export const PodRow = rowOf(podColumns);
export type PodRow = z.infer<typeof PodRow>;
