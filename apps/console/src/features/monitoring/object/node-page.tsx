import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { nodeCharts } from '../charts/chart-plan.ts';
import { type Fact, LabelsPanel } from '../parts/facts.tsx';
import parts from '../parts/parts.module.css';
import type { Usage } from '../parts/usage-table.tsx';
import { ConditionTable, PodTable } from './compact-tables.tsx';
import { nodeFigures } from './figures.ts';
import { ObjectFrame, type PageTime, type Tab } from './object-frame.tsx';
import { ObjectPage } from './object-page.tsx';
import { type NodeInfo, nodeQuery, PODS_SHOWN, podsOfNodeQuery } from './object-queries.ts';
import { lastHeardAt, nodeView, type ObjectView } from './object-view.ts';
import { ResourceTab } from './resource-tab.tsx';
import { summaryCharts } from './summary-charts.ts';
import { SummaryBody } from './summary-parts.tsx';
import '../monitoring-messages.ts';

export function NodePage({ tab }: { readonly tab: Tab }) {
  const { search } = useAddress();
  const nodeId = parseIdText(search.nodeId) ?? 0;
  const t = useT();
  const language = useLanguage();
  const query = useQuery(nodeQuery(nodeId));
  return (
    <ObjectPage key={nodeId} query={query}>
      {(node, answeredMs) => {
        const view = nodeView(node, { t, language });
        return (
          <ObjectFrame view={view} tab={tab} answeredMs={answeredMs}>
            {(time) =>
              tab === 'summary' ? (
                <NodeSummary node={node} view={view} time={time} />
              ) : (
                <ResourceTab
                  view={view}
                  time={time}
                  figures={nodeFigures(tab, node, t)}
                  charts={nodeCharts(tab, node)}
                />
              )
            }
          </ObjectFrame>
        );
      }}
    </ObjectPage>
  );
}

interface NodeSummaryProps {
  readonly node: NodeInfo;
  readonly view: ObjectView;
  readonly time: PageTime;
}

function NodeSummary({ node, view, time }: NodeSummaryProps) {
  const t = useT();
  return (
    <>
      <Figures list={nodeFigures('summary', node, t)} isStale={node.isStale} />
      <SummaryBody
        view={view}
        time={time}
        facts={nodeFacts(node, t)}
        usage={nodeUsage(node, t)}
        charts={summaryCharts(nodeCharts('cpu', node), nodeCharts('mem', node))}
        inside={<PodsOfNode node={node} />}
        more={
          <>
            <Panel title={t('columns.condition')}>
              <ConditionTable rows={node.conditions} />
            </Panel>
            <div className={`${parts.wide} ${parts.stack}`}>
              <LabelsPanel
                title={t('monitoring.taints')}
                none={t('monitoring.noTaints')}
                labels={Object.fromEntries(
                  node.taints.map(({ key, value, effect }) => [
                    key,
                    [value, effect].filter(Boolean).join(':'),
                  ]),
                )}
              />
              <LabelsPanel
                title={t('monitoring.labels')}
                none={t('monitoring.noLabels')}
                labels={node.labels}
              />
            </div>
          </>
        }
      />
    </>
  );
}

function PodsOfNode({ node }: { readonly node: NodeInfo }) {
  const t = useT();
  const pods = useQuery(podsOfNodeQuery(node.nodeId));
  const phases = Object.entries(node.podsByPhase)
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
            search={{ hostId: String(node.hostId), 'f.nodeName': `=${node.name}` }}
            className={parts.cellLink}
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
            <LoadFailed
              title={t('monitoring.podsFailed')}
              error={pods.error}
              onRetry={() => void pods.refetch()}
            />
          ) : undefined
        }
      />
    </Panel>
  );
}

function nodeUsage(node: NodeInfo, t: Translate): Usage[] {
  return [
    {
      label: t('monitoring.tabs.cpu'),
      used: node.cpuUsedCores,
      request: node.cpuRequestCores,
      limit: node.cpuLimitCores,
      allocatable: node.cpuAllocatableCores,
      format: (value) => formatCores(value),
    },
    {
      label: t('monitoring.tabs.mem'),
      used: node.memUsedBytes,
      request: node.memRequestBytes,
      limit: node.memLimitBytes,
      allocatable: node.memAllocatableBytes,
      format: (value) => formatBytes(value),
    },
  ];
}

function nodeFacts(node: NodeInfo, t: Translate): Fact[] {
  return [
    [t('columns.roles'), node.roles],
    [t('columns.pool'), node.pool],
    [t('columns.zone'), node.zone],
    [t('columns.instanceType'), node.instanceType],
    [t('columns.internalIp'), node.internalIp],
    [t('columns.isSchedulable'), t(node.isSchedulable ? 'monitoring.yes' : 'monitoring.no')],
    [t('columns.kubeletVersion'), node.kubeletVersion],
    [t('monitoring.fact.runtime'), node.containerRuntime],
    [t('monitoring.fact.os'), node.osImage],
    [t('monitoring.fact.kernel'), `${node.kernelVersion} (${node.architecture})`],
    [t('monitoring.fact.providerId'), node.providerId],
    ['UID', node.uid],
    [t('monitoring.fact.createdAt'), formatTimestamp(node.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(node.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastHeardAt(node))],
  ];
}
