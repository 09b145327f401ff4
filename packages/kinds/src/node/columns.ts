import { monResults } from '@gwanje/contract/clusters/states';
import { choice, number, rowOf } from '@gwanje/contract/definition/columns';
import { NodeId } from '@gwanje/contract/definition/ids';
import type { z } from 'zod';
import {
  clusterColumns,
  computed,
  computedFromMetrics,
  lifeColumns,
  metricColumns,
  ownId,
  shareOf,
  stateColumns,
  watchColumns,
} from '../definition/columns.ts';
import { nodeFields } from './fields.ts';
import { nodeMetrics } from './metrics.ts';

const share = shareOf(nodeMetrics, nodeFields);

export const nodeColumns = {
  nodeId: ownId(NodeId),
  ...clusterColumns,
  ...stateColumns(nodeFields, ['region', 'cpuCapacityCores', 'memCapacityBytes', 'troubles', 'isVirtual']),
  ...watchColumns,
  /** The worst state of its pods. It does not change the node's own state. */
  childMonResult: computedFromMetrics(choice(monResults)),
  podCnt: computed(number()),
  /** Sums over its pods. */
  cpuRequestCores: computed(number()),
  cpuLimitCores: computed(number()),
  memRequestBytes: computed(number()),
  memLimitBytes: computed(number()),
  ...metricColumns(nodeMetrics, [
    'cpuUsedCores',
    'memUsedBytes',
    'fsUsedBytes',
    'fsCapacityBytes',
    'netRxBps',
    'netTxBps',
    'procCnt',
  ]),
  cpuUsedPct: share('cpuUsedCores', 'cpuAllocatableCores'),
  memUsedPct: share('memUsedBytes', 'memAllocatableBytes'),
  fsUsedPct: share('fsUsedBytes', 'fsCapacityBytes'),
  fsInodesUsedPct: share('fsInodesUsed', 'fsInodes'),
  ...lifeColumns,
} as const;

export const NodeRow = rowOf(nodeColumns);
export type NodeRow = z.infer<typeof NodeRow>;
