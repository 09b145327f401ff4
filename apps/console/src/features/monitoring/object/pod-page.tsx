import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { Link } from '@tanstack/react-router';
import type { Translate } from '#core/i18n/i18n.ts';
import { podCharts } from '../charts/chart-plan.ts';
import { type Fact, LabelsPanel } from '../panels/facts.tsx';
import { ConditionTable, ContainerTable } from './compact-tables.tsx';
import { podFigures } from './figures.ts';
import type { Tab } from './object-frame.tsx';
import { type ObjectKind, ObjectPage } from './object-page.tsx';
import { type PodInfo, podQuery } from './object-queries.ts';
import { lastContactAt, podView } from './object-view.ts';

const pod: ObjectKind<PodInfo> = {
  idName: 'podId',
  query: podQuery,
  view: podView,
  figures: podFigures,
  charts: podCharts,
  facts: podFacts,
  // Init containers run before all others and would only fill the legend.
  containerIds: ({ containerList }) =>
    containerList.filter(({ type }) => type !== 'init').map(({ containerId }) => containerId),
  warning: ({ reason, message }, t) =>
    reason || message ? { title: reason ?? t('columns.reason'), text: message } : null,
  inside: ({ containerList }, t) => (
    <Panel title={t('columns.containers')} note={String(containerList.length)}>
      <ContainerTable rows={containerList} />
    </Panel>
  ),
  morePanels: ({ conditions, labels }, t) => (
    <>
      <Panel title={t('columns.condition')}>
        <ConditionTable rows={conditions} />
      </Panel>
      <LabelsPanel title={t('monitoring.labels')} none={t('monitoring.noLabels')} labels={labels} />
    </>
  ),
};

export function PodPage({ tab }: { readonly tab: Tab }) {
  return <ObjectPage kind={pod} tab={tab} />;
}

function podFacts(info: PodInfo, t: Translate): Fact[] {
  const { hostId, nodeId, nodeName, ownerName, ownerKind } = info;
  const node =
    nodeId === null ? (
      nodeName
    ) : (
      <Link
        to="/mon/node/summary"
        search={{ hostId: String(hostId), nodeId: String(nodeId) }}
        activeProps={{}}
      >
        <bdi>{nodeName}</bdi>
      </Link>
    );
  return [
    [t('columns.namespace'), info.namespace],
    [t('columns.node'), node],
    [t('columns.owner'), ownerName === null ? null : `${ownerKind ?? ''} ${ownerName}`.trim()],
    [t('columns.phase'), info.phase],
    [t('columns.qosClass'), info.qosClass],
    [t('columns.podIp'), info.isHostNetwork ? `${info.podIp ?? '-'} (host network)` : info.podIp],
    [t('columns.claim'), info.claimList.map(({ name }) => name).join(', ')],
    ['UID', info.uid],
    [t('columns.startedAt'), formatTimestamp(info.startedAt)],
    [t('monitoring.fact.createdAt'), formatTimestamp(info.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}
