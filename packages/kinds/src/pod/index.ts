import { z } from 'zod';
import { containerFields } from '../container/fields.ts';
import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { podColumns } from './columns.ts';
import { podFields } from './fields.ts';
import { podMetrics } from './metrics.ts';
import { PodRecord } from './record.ts';
import { podState } from './state.ts';

export const pod = defineKind({
  key: 'pod',
  plural: 'pods',
  idName: 'podId',
  labels: { ko: '파드', en: 'Pod' },
  icon: 'mdi-cube-outline',
  tabs: ['summary', 'cpu', 'mem', 'disk', 'network'],
  kubectl: 'pod',
  sources: [{ record: 'pod', group: '', version: 'v1', resource: 'pods', kubernetesKind: 'Pod' }],
  record: PodRecord,
  fields: podFields,
  stateSchema: stateSchema(podFields).extend({ containers: z.array(stateSchema(containerFields)) }),
  state: podState,
  detail: (record: PodRecord) => ({
    reason: record.reason,
    message: record.message,
    isHostNetwork: record.isHostNetwork ?? false,
    labels: record.labels,
    conditions: record.conditions,
  }),
  columns: podColumns,
  metrics: podMetrics,
  samples: { keys: ['uid'], awaited: { field: 'phase', value: 'Running' } },
  reads: ['node'],
  changesWith: ['container'],
  canBeExcluded: true,
});
