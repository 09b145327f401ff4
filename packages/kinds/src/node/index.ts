import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { nodeColumns } from './columns.ts';
import { nodeFields } from './fields.ts';
import { nodeMetrics } from './metrics.ts';
import { NodeRecord } from './record.ts';
import { nodeState } from './state.ts';

export const node = defineKind({
  key: 'node',
  plural: 'nodes',
  idName: 'nodeId',
  labels: { ko: '노드', en: 'Node' },
  icon: 'mdi-server',
  tabs: ['summary', 'cpu', 'mem', 'disk', 'network'],
  kubectl: 'node',
  sources: [
    {
      record: 'node',
      group: '',
      version: 'v1',
      resource: 'nodes',
      kubernetesKind: 'Node',
      nameUniqueIn: 'cluster',
    },
  ],
  record: NodeRecord,
  fields: nodeFields,
  stateSchema: stateSchema(nodeFields),
  state: nodeState,
  detail: (record: NodeRecord) => ({
    providerId: record.providerId,
    osImage: record.osImage,
    kernelVersion: record.kernelVersion,
    containerRuntime: record.containerRuntime,
    architecture: record.architecture,
    labels: record.labels,
    taints: record.taints,
    conditions: record.conditions,
  }),
  columns: nodeColumns,
  metrics: nodeMetrics,
  samples: { keys: ['name'], awaited: 'always' },
  reads: ['pod'],
  canBeExcluded: true,
});
