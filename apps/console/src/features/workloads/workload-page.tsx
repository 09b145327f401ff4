import { formatCount, formatValueOfTotal } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Figure } from '@gwanje/ui/figures';
import type { Translate } from '#core/i18n/i18n.ts';
import { infoQueries, type WorkloadInfo } from '#entities/inventory/info-queries.ts';
import { kindViews, namedAddress } from '#entities/inventory/kind-views.ts';
import { podList } from '#entities/inventory/pod-list.ts';
import { workloadTypeName } from '#entities/inventory/workload-list.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { ObjectsPanel, POD_COLUMNS } from '#entities/object-page/object-tables.tsx';
import { lastContactAt } from '#entities/object-page/object-view.ts';
import { type Fact, LabelsPanel } from '#entities/object-page/panels/facts.tsx';

/** A deployment, stateful set, daemon set or job. */
export const workload: ObjectKind<WorkloadInfo> = {
  key: 'workload',
  query: infoQueries.workload,
  state: ({ type }) => ({ label: workloadTypeName(type), icon: kindViews.workload.icon, colour: 'accent' }),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: workloadFigures,
  facts: workloadFacts,
  inside: ({ hostId, namespace, name, type }) => (
    <ObjectsPanel
      list={podList}
      kind="pod"
      columns={POD_COLUMNS}
      hostId={hostId}
      filter={{ namespace: [namespace], ownerKind: [workloadTypeName(type)], ownerName: [name] }}
      orderBy={['monResult', '-cpuUsedCores']}
    />
  ),
  morePanels: ({ labels }, t) => (
    <LabelsPanel title={t('monitoring.labels')} none={t('monitoring.noLabels')} labels={labels} />
  ),
};

function workloadFigures(_tab: string, info: WorkloadInfo, t: Translate): Figure[] {
  const { desiredCnt, readyCnt, updatedCnt, availableCnt, podCnt, type } = info;
  // A job counts the pods that have succeeded: fewer than desired is no problem while it runs.
  const isShort = (cnt: number | null) =>
    type !== 'job' && cnt !== null && desiredCnt !== null && cnt < desiredCnt;
  return [
    { label: t('columns.desired'), value: formatCount(desiredCnt) },
    {
      label: t('columns.ready'),
      value: formatValueOfTotal(readyCnt, desiredCnt),
      isBad: isShort(readyCnt),
    },
    { label: t('columns.updated'), value: formatCount(updatedCnt) },
    { label: t('columns.availablePods'), value: formatCount(availableCnt), isBad: isShort(availableCnt) },
    { label: t('columns.podCnt'), value: formatCount(podCnt) },
  ];
}

function workloadFacts(info: WorkloadInfo, t: Translate): Fact[] {
  const { ownerKind, ownerName } = info;
  return [
    [t('columns.workloadType'), workloadTypeName(info.type)],
    [t('columns.namespace'), info.namespace],
    [t('columns.image'), info.images.split(',').join(', ')],
    [t('columns.controller'), ownerName === null ? null : `${ownerKind ?? ''} ${ownerName}`.trim()],
    ['UID', info.uid],
    [t('monitoring.fact.createdAt'), formatTimestamp(info.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}
