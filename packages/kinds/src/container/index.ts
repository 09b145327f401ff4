import { defineKind } from '../definition/kind.ts';
import { containerColumns } from './columns.ts';
import { containerFields } from './fields.ts';
import { containerMetrics } from './metrics.ts';

/** It has no source. Its record and state are part of its pod's. */
export const container = defineKind({
  key: 'container',
  plural: 'containers',
  idName: 'containerId',
  labels: { ko: '컨테이너', en: 'Container' },
  icon: 'mdi-docker',
  tabs: ['summary', 'cpu', 'mem', 'blockIO'],
  fields: containerFields,
  columns: containerColumns,
  metrics: containerMetrics,
  samples: { keys: ['podUid', 'name'], awaited: { field: 'state', value: 'running' } },
  reads: ['node'],
  changesWith: ['pod'],
});
