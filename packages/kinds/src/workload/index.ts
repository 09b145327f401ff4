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
  timeZone: textOrNull(),
  startingDeadlineS: numberOrNull(),
  concurrencyPolicy: textOrNull(),
  /** The fields of rollouts are null for jobs, and where the agent does not send them. */
  revision: tracked(numberOrNull()),
  revisionName: tracked(textOrNull()),
  rolloutPhase: tracked(textOrNull()),
  changeCause: textOrNull(),
  totalCnt: numberOrNull(),
  updateStrategy: textOrNull(),
  /** When its rollout last came further. The pipeline sets it. */
  progressedAtMs: msOrNull(),
  /** The fields of a job. */
  jobOutcome: tracked(textOrNull()),
  failReason: textOrNull(),
  failedCnt: numberOrNull(),
  startedAtMs: msOrNull(),
  finishedAtMs: msOrNull(),
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
    timeZone: record.timeZone,
    startingDeadlineS: record.startingDeadlineS,
    concurrencyPolicy: record.concurrencyPolicy,
    revision: record.revision,
    revisionName: record.revisionName,
    rolloutPhase: record.rolloutPhase,
    changeCause: record.changeCause,
    totalCnt: record.totalCnt,
    updateStrategy: record.updateStrategy,
    progressedAtMs: null,
    jobOutcome: record.outcome,
    failReason: record.failReason,
    failedCnt: record.failedCnt,
    startedAtMs: msOfTime(record.startedAt),
    finishedAtMs: msOfTime(record.finishedAt),
  };
}

/**
 * Keeps what the record of one moment does not say: when the rollout last came further, and that it has finished. A daemon
 * set that is short of pods after its rollout, or gets a new node, rolls nothing out.
 */
export function followWorkload(
  before: WorkloadState | null,
  after: WorkloadState,
  atMs: number,
): WorkloadState {
  if (after.rolloutPhase === null) return after;
  if (before === null) return { ...after, progressedAtMs: atMs };
  const hasSameTemplate = templateFields.every((field) => before[field] === after[field]);
  if (hasSameTemplate && before.rolloutPhase === 'finished' && after.rolloutPhase === 'progressing')
    return { ...after, rolloutPhase: 'finished', progressedAtMs: before.progressedAtMs };
  const isAsFar = hasSameTemplate && progressFields.every((field) => before[field] === after[field]);
  return { ...after, progressedAtMs: isAsFar ? (before.progressedAtMs ?? atMs) : atMs };
}

const templateFields = ['revision', 'revisionName', 'images'] as const;
const progressFields = [
  'desiredCnt',
  'readyCnt',
  'updatedCnt',
  'availableCnt',
  'totalCnt',
  'rolloutPhase',
] as const;

export const WorkloadId = idSchema('WorkloadId');

export const workloadColumns = {
  workloadId: column.ownId(WorkloadId),
  ...column.clusterColumns,
  ...column.stateColumns(workloadFields, [
    'lastSuccessAtMs',
    'timeZone',
    'startingDeadlineS',
    'concurrencyPolicy',
    'revisionName',
    'changeCause',
    'totalCnt',
    'updateStrategy',
    'progressedAtMs',
    'failReason',
    'failedCnt',
    'startedAtMs',
    'finishedAtMs',
  ]),
  ...column.watchColumns,
  /** Pods that it owns, directly or through a replica set. */
  podCnt: column.computed(number()),
  ...column.lifeColumns,
} as const;

export const WorkloadRow = rowOf(workloadColumns);
export type WorkloadRow = z.infer<typeof WorkloadRow>;

/** Why its rollout is stuck, and the settings of jobs. */
function workloadDetail(record: WorkloadRecord) {
  const { labels, rolloutMessage, changeCause, updateStrategy, timeZone, concurrencyPolicy } = record;
  const { startingDeadlineS, startedAt, finishedAt, failReason, failedCnt, backoffLimit, totalCnt } = record;
  return {
    labels,
    totalCnt,
    rolloutMessage,
    changeCause,
    updateStrategy,
    timeZone,
    concurrencyPolicy,
    startingDeadlineS,
    startedAt,
    finishedAt,
    failReason,
    failedCnt,
    backoffLimit,
  };
}

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
    {
      record: 'controllerRevision',
      ...apps,
      resource: 'controllerrevisions',
      kubernetesKind: 'ControllerRevision',
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
  follow: followWorkload,
  detail: workloadDetail,
  columns: workloadColumns,
  canBeExcluded: true,
  reads: ['pod'],
});
