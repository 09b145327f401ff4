import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { nodeCharts } from '../charts/chart-plan.ts';
import { type Fact, LabelsPanel } from '../panels/facts.tsx';
import panels from '../panels/panels.module.css';
import { ConditionTable, PodTable } from './compact-tables.tsx';
import { nodeFigures } from './figures.ts';
import type { Tab } from './object-frame.tsx';
import { type ObjectKind, ObjectPage } from './object-page.tsx';
import { type NodeInfo, nodeQuery, PODS_SHOWN, podsOfNodeQuery } from './object-queries.ts';
import { lastContactAt, nodeView } from './object-view.ts';

const node: ObjectKind<NodeInfo> = {
  idName: 'nodeId',
  query: nodeQuery,
  view: nodeView,
  figures: nodeFigures,
  charts: nodeCharts,
  facts: nodeFacts,
  inside: (info) => <PodsOfNode node={info} />,
  morePanels: ({ conditions, taints, labels }, t) => (
    <>
      <Panel title={t('columns.condition')}>
        <ConditionTable rows={conditions} />
      </Panel>
      <div className={`${panels.wide} ${panels.stack}`}>
        <LabelsPanel
          title={t('monitoring.taints')}
          none={t('monitoring.noTaints')}
          labels={Object.fromEntries(
            taints.map(({ key, value, effect }) => [key, [value, effect].filter(Boolean).join(':')]),
          )}
        />
        <LabelsPanel title={t('monitoring.labels')} none={t('monitoring.noLabels')} labels={labels} />
      </div>
    </>
  ),
};

export function NodePage({ tab }: { readonly tab: Tab }) {
  return <ObjectPage kind={node} tab={tab} />;
}

function PodsOfNode({ node: { nodeId, hostId, name, podsByPhase } }: { readonly node: NodeInfo }) {
  const t = useT();
  const pods = useQuery(podsOfNodeQuery(nodeId));
  const phases = Object.entries(podsByPhase)
    .map(([phase, cnt]) => `${phase} ${cnt}`)
    .join(' · ');
  const more = (pods.data?.totalCnt ?? 0) - PODS_SHOWN;
  return (
    <Panel
      title={t('columns.pods')}
      note={phases}
      actions={
        more > 0 && (
          <Link
            to="/mon/pod-list"
            search={{ hostId: String(hostId), 'f.nodeName': `=${name}` }}
            className={panels.cellLink}
            activeProps={{}}
          >
            {t('monitoring.more', { cnt: more })}
          </Link>
        )
      }
    >
      <PodTable
        rows={pods.data?.list}
        error={
          pods.isError && !pods.data ? (
            <LoadFailed title={t('monitoring.podsFailed')} query={pods} />
          ) : undefined
        }
      />
    </Panel>
  );
}

function nodeFacts(info: NodeInfo, t: Translate): Fact[] {
  return [
    [t('columns.roles'), info.roles],
    [t('columns.pool'), info.pool],
    [t('columns.zone'), info.zone],
    [t('columns.instanceType'), info.instanceType],
    [t('columns.internalIp'), info.internalIp],
    [t('columns.isSchedulable'), t(info.isSchedulable ? 'monitoring.yes' : 'monitoring.no')],
    [t('columns.kubeletVersion'), info.kubeletVersion],
    [t('monitoring.fact.runtime'), info.containerRuntime],
    [t('monitoring.fact.os'), info.osImage],
    [t('monitoring.fact.kernel'), `${info.kernelVersion} (${info.architecture})`],
    [t('monitoring.fact.providerId'), info.providerId],
    ['UID', info.uid],
    [t('monitoring.fact.createdAt'), formatTimestamp(info.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}
