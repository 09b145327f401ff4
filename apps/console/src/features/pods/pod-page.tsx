import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { PageLink } from '#components/links/page-link.tsx';
import type { Translate } from '#core/i18n/i18n.ts';
import { containerList as declaredContainers } from '#entities/inventory/container-list.ts';
import { infoQuery, type PodInfo } from '#entities/inventory/info-queries.ts';
import { namedAddress, pageAddress } from '#entities/inventory/object-address.ts';
import { podCharts } from '#entities/object-page/charts/chart-plan.ts';
import { podFigures } from '#entities/object-page/figures.ts';
import { podView } from '#entities/object-page/kind-views.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { CompactList, ConditionTable } from '#entities/object-page/object-tables.tsx';
import { lastContactAt } from '#entities/object-page/object-view.ts';
import { type Fact, LabelsPanel } from '#entities/object-page/panels/facts.tsx';

const CONTAINER_COLUMNS = [
  'name',
  'state',
  'stateReason',
  'type',
  'restartCnt',
  'cpuUsedCores',
  'memUsedBytes',
  'image',
];

export const pod: ObjectKind<PodInfo> = {
  ...podView,
  query: (id) => infoQuery('pod', id),
  figures: podFigures,
  resources: {
    scope: 'pod',
    usage: (info) => info,
    charts: podCharts,
    // Init containers run before all others and would only fill the legend.
    containerIds: ({ containerList }) =>
      containerList.filter(({ type }) => type !== 'init').map(({ containerId }) => containerId),
  },
  facts: podFacts,
  warning: ({ reason, message }, t) =>
    reason || message ? { title: reason ?? t('columns.reason'), text: message } : null,
  inside: ({ containerList }, t) => (
    <Panel title={t('containers.list')} note={String(containerList.length)}>
      <CompactList
        list={declaredContainers}
        kind="container"
        columns={CONTAINER_COLUMNS}
        rows={containerList}
      />
    </Panel>
  ),
  morePanels: ({ conditions, labels }, t) => (
    <>
      <Panel title={t('columns.condition')}>
        <ConditionTable rows={conditions} />
      </Panel>
      <LabelsPanel labels={labels} />
    </>
  ),
};

function podFacts(info: PodInfo, t: Translate): Fact[] {
  const { hostId, nodeId, nodeName, ownerName, ownerKind } = info;
  const node = nodeName !== null && (
    <PageLink href={nodeId === null ? null : pageAddress('node', hostId, nodeId)} text={nodeName} />
  );
  const workload = ownerName !== null && (
    <PageLink
      href={namedAddress('workload', hostId, { name: ownerName, namespace: info.namespace })}
      text={`${ownerKind ?? ''} ${ownerName}`.trim()}
    />
  );
  return [
    [t('columns.namespace'), info.namespace],
    [t('columns.node'), node || null],
    [t('columns.owner'), workload || null],
    [t('columns.phase'), info.phase],
    [t('columns.qosClass'), info.qosClass],
    [t('columns.podIp'), info.isHostNetwork ? `${info.podIp ?? '-'} (host network)` : info.podIp],
    [t('columns.claim'), info.claimList.map(({ name }) => name).join(', ')],
    ['UID', info.uid],
    [t('columns.startedAt'), formatTimestamp(info.startedAt)],
    [t('columns.lastRestartAt'), formatTimestamp(info.lastRestartAt)],
    [t('monitoring.fact.createdAt'), formatTimestamp(info.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}
