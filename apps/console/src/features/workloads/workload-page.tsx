import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Figure } from '@gwanje/ui/figures';
import type { Translate } from '#core/i18n/i18n.ts';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { POD_COLUMNS, podList } from '#entities/inventory/pod-list.ts';
import {
  podsOfWorkload,
  WORKLOAD_COLUMNS,
  workloadList,
  workloadTypeName,
  workloadValueLabels,
} from '#entities/inventory/workload-list.ts';
import { workloadView } from '#entities/object-page/kind-views.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ObjectsPanel } from '#entities/object-page/object-tables.tsx';
import { type Fact, LabelsPanel, lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { PodAmountsPanel } from '#entities/object-page/panels/pod-amounts-panel.tsx';
import { PolicyPanels } from './policy-panels.tsx';
import { WorkloadAlarms, WorkloadEvents } from './workload-alarms.tsx';
import { ReplicasPanel, RolloutsPanel, RunsPanel, UsagePanels } from './workload-panels.tsx';

export type WorkloadInfo = InfoOf<'workload'>;

/** A deployment, stateful set, daemon set, job or cron job. */
export const workload: ObjectKind<WorkloadInfo> = {
  ...workloadView,
  query: (id) => infoQuery('workload', id),
  warning: ({ rolloutPhase, rolloutMessage, jobOutcome, failReason }, t) =>
    rolloutPhase === 'stuck'
      ? { title: t('workloads.stuckTitle'), text: rolloutMessage }
      : jobOutcome === 'failed'
        ? { title: t('workloads.jobFailedTitle'), text: failReason }
        : null,
  figures: (_tab, info, t) => (info.type === 'cronJob' ? cronJobFigures(info, t) : podFigures(info, t)),
  facts: workloadFacts,
  ownFields: {
    fieldLabels: labelsOf(workloadList),
    valueLabels: workloadValueLabels,
    markedFields: ['desiredCnt', 'schedule', 'isSuspended', 'rolloutPhase', 'jobOutcome'],
  },
  inside: (info) => (
    <>
      {info.type === 'cronJob' && <RunsPanel info={info} />}
      <PodAmountsPanel amounts={info.podAmounts} isStale={info.isStale} />
      {rollsOut(info) && <ReplicasPanel info={info} />}
      {rollsOut(info) && info.deletedAt === null && <PolicyPanels info={info} />}
      <UsagePanels info={info} />
      <OwnedObjects info={info} />
      {rollsOut(info) && <RolloutsPanel info={info} />}
      <WorkloadEvents info={info} />
    </>
  ),
  alarms: (info) => <WorkloadAlarms info={info} />,
  morePanels: ({ labels }) => <LabelsPanel labels={labels} />,
};

/** Jobs and cron jobs have no rollouts. */
function rollsOut({ type }: WorkloadInfo): boolean {
  return type === 'deployment' || type === 'statefulSet' || type === 'daemonSet';
}

/** The pods of the workload; for a cron job also its jobs. */
function OwnedObjects({ info }: { info: WorkloadInfo }) {
  const { hostId, type, podCnt } = info;
  const pods = podsOfWorkload(info);
  return (
    <>
      {type === 'cronJob' && (
        <ObjectsPanel
          list={workloadList}
          kind="workload"
          columns={WORKLOAD_COLUMNS}
          hostId={hostId}
          filter={pods}
          orderBy={['-createdAt']}
        />
      )}
      <ObjectsPanel
        list={podList}
        kind="pod"
        columns={POD_COLUMNS}
        hostId={hostId}
        filter={pods}
        orderBy={['monResult', '-cpuUsedCores']}
        expectedCnt={podCnt}
        pastPrefix="pods."
      />
    </>
  );
}

function podFigures(info: WorkloadInfo, t: Translate): Figure[] {
  const { desiredCnt, readyCnt, updatedCnt, availableCnt, podCnt, type } = info;
  // A job counts the pods that have succeeded: fewer than desired is no problem while it runs.
  const isShort = (cnt: number | null) =>
    type !== 'job' && cnt !== null && desiredCnt !== null && cnt < desiredCnt;
  return [
    { label: t('workloads.desired'), value: formatCount(desiredCnt) },
    { label: t('columns.ready'), value: formatValueOfTotal(readyCnt, desiredCnt), isBad: isShort(readyCnt) },
    { label: t('workloads.updated'), value: formatCount(updatedCnt) },
    { label: t('workloads.availablePods'), value: formatCount(availableCnt), isBad: isShort(availableCnt) },
    { label: t('columns.podCnt'), value: formatCount(podCnt) },
  ];
}

function cronJobFigures(
  { schedule, isSuspended, lastRunTime, activeCnt }: WorkloadInfo,
  t: Translate,
): Figure[] {
  return [
    { label: t('workloads.schedule'), value: <bdi>{schedule ?? '-'}</bdi> },
    {
      label: t('workloads.isSuspended'),
      value: isSuspended === null ? '-' : t(isSuspended ? 'monitoring.yes' : 'monitoring.no'),
    },
    { label: t('workloads.lastRunTime'), value: formatTimestamp(lastRunTime) },
    { label: t('workloads.activeCnt'), value: formatCount(activeCnt) },
  ];
}

function workloadFacts(info: WorkloadInfo, t: Translate): Fact[] {
  const { ownerKind, ownerName } = info;
  return [
    [t('workloads.type'), workloadTypeName(info.type)],
    [t('columns.namespace'), info.namespace],
    [t('columns.image'), info.images.replaceAll(',', ', ')],
    ...(rollsOut(info)
      ? ([
          [t('workloads.revision'), info.revision === null ? null : String(info.revision)],
          [t('workloads.strategy'), info.updateStrategy],
          [t('workloads.changeCause'), info.changeCause],
        ] satisfies Fact[])
      : []),
    ...(info.type === 'cronJob' ? ([[t('workloads.timeZone'), info.timeZone]] satisfies Fact[]) : []),
    [t('workloads.controller'), ownerName === null ? null : `${ownerKind ?? ''} ${ownerName}`.trim()],
    ...lifeFacts(info, t),
  ];
}
