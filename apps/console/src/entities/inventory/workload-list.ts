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
import { kindTraits, lifeFormats } from './life-columns.ts';

/** `Deployment`, as Kubernetes names it. */
export function workloadTypeName(type: WorkloadRow['type']): string {
  return sourceOf(type).kubernetesKind;
}

const traits = kindTraits('workload');

export const workloadList = defineList({
  ...traits,
  title: 'workloads.list',
  endpoint: listWorkloads,
  contract: workloadColumns,
  kubectlOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    resource: row.type.toLowerCase(),
    name: row.name,
  }),
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
    name: name('workloads.name', traits.linkOf, { width: 250 }),
    namespace: text('columns.namespace', { width: 130 }),
    clusterName: text('columns.cluster', { width: 140 }),
    type: choice('workloads.type', workloadTypeName, workloadTypes, { width: 116 }),
    monResult: monState('columns.state'),
    readyCnt: ofTotal('columns.ready', ({ desiredCnt }: WorkloadRow) => desiredCnt, { width: 80 }),
    desiredCnt: count('workloads.desired'),
    updatedCnt: count('workloads.updated'),
    availableCnt: count('workloads.availablePods', { width: 100 }),
    podCnt: count('columns.podCnt'),
    images: text('columns.image', { width: 320 }),
    schedule: text('workloads.schedule', { width: 120 }),
    isSuspended: flagOrNull('workloads.isSuspended'),
    lastRunTime: time('workloads.lastRunTime'),
    activeCnt: count('workloads.activeCnt'),
    ownerName: text('workloads.controller', { width: 180 }),
    ownerKind: text('workloads.controllerKind', { width: 120 }),
    alarmCnt: alarmCnt('columns.alarmCnt'),
    ...lifeFormats,
  },
});

/** The columns of workloads on the page of the object that holds them. */
export const WORKLOAD_COLUMNS = [
  'name',
  'type',
  'monResult',
  'readyCnt',
  'updatedCnt',
  'availableCnt',
  'podCnt',
  'createdAt',
];
