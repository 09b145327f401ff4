import { rowOf } from '@gwanje/contract/definition/columns';
import { idSchema } from '@gwanje/contract/definition/fields';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  flagOrNull,
  msOrNull,
  number,
  numberOrNull,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { msOfTime } from '../definition/record-fields.ts';
import { WorkloadRecord, workloadTypes } from './record.ts';

export const workloadFields = {
  name: text(),
  namespace: text(),
  type: choice(workloadTypes),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  desiredCnt: tracked(numberOrNull()),
  readyCnt: tracked(numberOrNull()),
  updatedCnt: tracked(numberOrNull()),
  availableCnt: tracked(numberOrNull()),
  /** Images of its pod template, comma-joined. */
  images: tracked(text()),
  /** The last five are null unless the type is cronJob. */
  schedule: tracked(textOrNull()),
  isSuspended: tracked(flagOrNull()),
  lastRunTime: msOrNull(),
  lastSuccessAtMs: msOrNull(),
  activeCnt: numberOrNull(),
} as const;

export type WorkloadState = StateOf<typeof workloadFields>;

export function workloadState(record: WorkloadRecord): WorkloadState {
  return {
    name: record.name,
    namespace: record.namespace,
    type: workloadTypes.find((type) => type === record.kind) ?? 'deployment',
    ownerKind: record.owner?.kind ?? null,
    ownerName: record.owner?.name ?? null,
    desiredCnt: record.desiredCnt,
    readyCnt: record.readyCnt,
    updatedCnt: record.updatedCnt,
    availableCnt: record.availableCnt,
    images: record.images.join(','),
    schedule: record.schedule,
    isSuspended: record.isSuspended,
    lastRunTime: msOfTime(record.lastRunTime),
    lastSuccessAtMs: msOfTime(record.lastSuccessTime),
    activeCnt: record.activeCnt,
  };
}

export const WorkloadId = idSchema('WorkloadId');

export const workloadColumns = {
  workloadId: column.ownId(WorkloadId),
  ...column.clusterColumns,
  ...column.stateColumns(workloadFields, ['lastSuccessAtMs']),
  ...column.watchColumns,
  /** Pods that it owns, directly or through a replica set. */
  podCnt: column.computed(number()),
  ...column.lifeColumns,
} as const;

export const WorkloadRow = rowOf(workloadColumns);
export type WorkloadRow = z.infer<typeof WorkloadRow>;

const apps = { group: 'apps', version: 'v1' } as const;
const batch = { group: 'batch', version: 'v1' } as const;

/** Controllers of pods: deployments, stateful sets, daemon sets, jobs and cron jobs. */
export const workload = defineKind({
  key: 'workload',
  plural: 'workloads',
  idName: 'workloadId',
  labels: { ko: '워크로드', en: 'Workload' },
  icon: 'mdi-layers-outline',
  tabs: ['summary'],
  sources: [
    { record: 'deployment', ...apps, resource: 'deployments', kubernetesKind: 'Deployment' },
    {
      record: 'replicaSet',
      ...apps,
      resource: 'replicasets',
      kubernetesKind: 'ReplicaSet',
      isOwnerOnly: true,
    },
    { record: 'statefulSet', ...apps, resource: 'statefulsets', kubernetesKind: 'StatefulSet' },
    { record: 'daemonSet', ...apps, resource: 'daemonsets', kubernetesKind: 'DaemonSet' },
    { record: 'job', ...batch, resource: 'jobs', kubernetesKind: 'Job' },
    { record: 'cronJob', ...batch, resource: 'cronjobs', kubernetesKind: 'CronJob' },
  ],
  record: WorkloadRecord,
  fields: workloadFields,
  stateSchema: stateSchema(workloadFields),
  state: workloadState,
  detail: ({ labels }: WorkloadRecord) => ({ labels }),
  columns: workloadColumns,
  canBeExcluded: true,
  reads: ['pod'],
});
