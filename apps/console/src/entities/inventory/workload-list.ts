import { sourceOf } from '@gwanje/kinds/registry';
import { listWorkloads } from '@gwanje/kinds/workload/calls';
import { type WorkloadRow, workloadColumns } from '@gwanje/kinds/workload/columns';
import { workloadTypes } from '@gwanje/kinds/workload/record';
import {
  alarmCnt,
  choice,
  count,
  flagOrNull,
  monState,
  name,
  ofTotal,
  text,
  time,
} from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { pageAddress } from './kind-views.ts';
import { goneMs, lifeFormats, lifeTraits } from './life-columns.ts';

/** `Deployment`, as Kubernetes names it. */
export function workloadTypeName(type: WorkloadRow['type']): string {
  return sourceOf(type).kubernetesKind;
}

export const workloadList = defineList({
  name: 'workloads',
  title: 'columns.workloads',
  endpoint: listWorkloads,
  contract: workloadColumns,
  ...lifeTraits,
  rowKey: ({ workloadId }) => String(workloadId),
  linkOf: ({ hostId, workloadId }) => pageAddress('workload', hostId, workloadId),
  kubectlOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    resource: row.type.toLowerCase(),
    name: row.name,
  }),
  placesOf: (row) => ({ cluster: row.clusterName, namespace: row.namespace, to: goneMs(row.deletedAt) }),
  defaultOrder: ['monResult', 'name'],
  defaultColumns: [
    'name',
    'namespace',
    'type',
    'monResult',
    'readyCnt',
    'updatedCnt',
    'availableCnt',
    'podCnt',
    'images',
    'alarmCnt',
    'createdAt',
  ],
  columns: {
    name: name(
      'columns.workload',
      ({ hostId, workloadId }: WorkloadRow) => pageAddress('workload', hostId, workloadId),
      { width: 250 },
    ),
    namespace: text('columns.namespace', { width: 130 }),
    clusterName: text('columns.cluster', { width: 140 }),
    type: choice('columns.workloadType', workloadTypeName, workloadTypes, { width: 116 }),
    monResult: monState('columns.state'),
    readyCnt: ofTotal('columns.ready', ({ desiredCnt }: WorkloadRow) => desiredCnt, { width: 80 }),
    desiredCnt: count('columns.desired'),
    updatedCnt: count('columns.updated'),
    availableCnt: count('columns.availablePods', { width: 100 }),
    podCnt: count('columns.podCnt'),
    images: text('columns.image', { width: 320 }),
    schedule: text('columns.schedule', { width: 120 }),
    isSuspended: flagOrNull('columns.isSuspended'),
    lastRunTime: time('columns.lastRunTime'),
    activeCnt: count('columns.activeCnt'),
    ownerName: text('columns.controller', { width: 180 }),
    ownerKind: text('columns.controllerKind', { width: 120 }),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});
