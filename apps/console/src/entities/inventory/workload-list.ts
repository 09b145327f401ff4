import { sourceOf } from '@gwanje/kinds/registry';
import type { WorkloadRow } from '@gwanje/kinds/workload/index';
import { type jobOutcomes, type rolloutPhases, workloadTypes } from '@gwanje/kinds/workload/record';
import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { InfoOf } from './info-queries.ts';
import { kindTraits, lifeFormats } from './life-columns.ts';

/** `Deployment`, as Kubernetes names it. */
export function workloadTypeName(type: WorkloadRow['type']): string {
  return sourceOf(type).kubernetesKind;
}

const rolloutPhaseLabels: Readonly<Record<(typeof rolloutPhases)[number], PlainKey>> = {
  finished: 'workloads.outcome.finished',
  progressing: 'workloads.outcome.running',
  paused: 'workloads.outcome.paused',
  stuck: 'workloads.outcome.stuck',
};

const jobOutcomeLabels: Readonly<Record<(typeof jobOutcomes)[number], PlainKey>> = {
  complete: 'workloads.runOutcome.complete',
  failed: 'workloads.runOutcome.failed',
};

/** The labels of the values of two fields, for the timeline. */
export const workloadValueLabels = { rolloutPhase: rolloutPhaseLabels, jobOutcome: jobOutcomeLabels };

const traits = kindTraits('workload');

export const workloadList = defineList({
  ...traits,
  title: 'workloads.list',
  kubectlOf: (row) => ({
    cluster: row.clusterName,
    namespace: row.namespace,
    resource: row.type.toLowerCase(),
    name: row.name,
  }),
  settingsColumns: ['namespace', 'type', 'readyCnt', 'availableCnt'],
  columns: {
    name: column.name('workloads.name', traits.linkOf, { width: 250 }),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    type: column.shown(column.choice('workloads.type', workloadTypeName, workloadTypes, { width: 116 })),
    monResult: column.shown(column.monState('columns.state')),
    readyCnt: column.shown(
      column.ofTotal('columns.ready', ({ desiredCnt }: WorkloadRow) => desiredCnt, { width: 80 }),
    ),
    desiredCnt: column.count('workloads.desired'),
    updatedCnt: column.shown(column.count('workloads.updated')),
    availableCnt: column.shown(column.count('workloads.availablePods', { width: 100 })),
    podCnt: column.shown(column.count('columns.podCnt')),
    images: column.shown(column.text('columns.image', { width: 320 })),
    revision: column.count('workloads.revision', { width: 80 }),
    rolloutPhase: column.choiceOrNull('workloads.rolloutPhase', rolloutPhaseLabels, { width: 100 }),
    jobOutcome: column.choiceOrNull('workloads.jobOutcome', jobOutcomeLabels, { width: 100 }),
    schedule: column.text('workloads.schedule', { width: 120 }),
    isSuspended: column.flag('workloads.isSuspended'),
    lastRunTime: column.time('workloads.lastRunTime'),
    activeCnt: column.count('workloads.activeCnt'),
    ownerName: column.text('workloads.controller', { width: 180 }),
    ownerKind: column.text('workloads.controllerKind', { width: 120 }),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    ...lifeFormats,
  },
});

/** The columns of workloads on the page of the object that holds them. */
export const WORKLOAD_COLUMNS = workloadList.defaultColumns.filter(
  (id) => !['namespace', 'images', 'alarmCnt'].includes(id),
);

type Workload = Pick<
  InfoOf<'workload'>,
  'hostId' | 'namespace' | 'name' | 'type' | 'ownerKind' | 'ownerName'
>;

/** The owner that the agent reports for the pods of a workload: itself, or the cron job of a job. */
export function ownerOfPods({ hostId, namespace, name, type, ownerKind, ownerName }: Workload) {
  const place = { hostId: [hostId], namespace: [namespace] };
  return ownerKind === null || ownerName === null
    ? { isOwned: false, filter: { ...place, ownerKind: [workloadTypeName(type)], ownerName: [name] } }
    : { isOwned: true, filter: { ...place, ownerKind: [ownerKind], ownerName: [ownerName] } };
}

/** The filter of the pods of a workload. Those of a job that a cron job began are known by their names. */
export function podsOfWorkload(workload: Workload) {
  const { isOwned, filter } = ownerOfPods(workload);
  return isOwned ? { ...filter, name: `${workload.name}-` } : filter;
}
