import { id, idOrNull, rowOf, text, textOrNull } from '@gwanje/contract/definition/columns';
import { ContainerId, NodeId, PodId } from '@gwanje/contract/definition/ids';
import type { z } from 'zod';
import {
  clusterColumns,
  column,
  lifeColumns,
  metricColumns,
  ownId,
  shareOf,
  stateColumn,
  stateColumns,
} from '../definition/columns.ts';
import { containerFields } from './fields.ts';
import { containerMetrics } from './metrics.ts';

const share = shareOf(containerMetrics, containerFields);

export const containerColumns = {
  containerId: ownId(ContainerId),
  podId: column(id(PodId), { from: 'parent', column: 'podId' }),
  ...clusterColumns,
  ...stateColumns(containerFields, ['startedAtMs']),
  podName: column(text(), { from: 'parent', column: 'name' }),
  namespace: column(text(), { from: 'parent', column: 'namespace' }),
  nodeId: column(idOrNull(NodeId), { from: 'parent', column: 'nodeId' }),
  nodeName: column(textOrNull(), { from: 'parent', column: 'nodeName' }),
  ...metricColumns(containerMetrics),
  cpuUsedLimitPct: share('cpuUsedCores', 'cpuLimitCores'),
  memUsedLimitPct: share('memUsedBytes', 'memLimitBytes'),
  startedAt: stateColumn(containerFields, 'startedAtMs'),
  ...lifeColumns,
} as const;

export const ContainerRow = rowOf(containerColumns);
export type ContainerRow = z.infer<typeof ContainerRow>;
