import { formatBytes, formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { podCharts } from '../charts/chart-plan.ts';
import { Banner } from '../parts/banner.tsx';
import { type Fact, LabelsPanel } from '../parts/facts.tsx';
import type { Usage } from '../parts/usage-table.tsx';
import { ConditionTable, ContainerTable } from './compact-tables.tsx';
import { podFigures } from './figures.ts';
import { ObjectFrame, type PageTime, type Tab } from './object-frame.tsx';
import { ObjectPage } from './object-page.tsx';
import { type PodInfo, podQuery } from './object-queries.ts';
import { lastHeardAt, type ObjectView, podView } from './object-view.ts';
import { ResourceTab } from './resource-tab.tsx';
import { summaryCharts } from './summary-charts.ts';
import { SummaryBody } from './summary-parts.tsx';
import '../monitoring-messages.ts';

export function PodPage({ tab }: { readonly tab: Tab }) {
  const { search } = useAddress();
  const podId = parseIdText(search.podId) ?? 0;
  const query = useQuery(podQuery(podId));
  return (
    <ObjectPage key={podId} query={query}>
      {(pod, answeredMs) => <PodContent pod={pod} tab={tab} answeredMs={answeredMs} />}
    </ObjectPage>
  );
}

interface PodContentProps {
  readonly pod: PodInfo;
  readonly tab: Tab;
  readonly answeredMs: number;
}

function PodContent({ pod, tab, answeredMs }: PodContentProps) {
  const t = useT();
  const language = useLanguage();
  const view = podView(pod, { t, language });
  // Init containers have run before anything else and would only fill the legend.
  const idText = pod.containerList
    .filter(({ type }) => type !== 'init')
    .map(({ containerId }) => containerId)
    .join();
  const containerIds = useMemo(() => (idText === '' ? [] : idText.split(',').map(Number)), [idText]);
  return (
    <ObjectFrame view={view} tab={tab} answeredMs={answeredMs}>
      {(time) =>
        tab === 'summary' ? (
          <PodSummary pod={pod} view={view} time={time} />
        ) : (
          <ResourceTab
            view={view}
            time={time}
            figures={podFigures(tab, pod, t)}
            charts={podCharts(tab, pod)}
            containerIds={containerIds}
          />
        )
      }
    </ObjectFrame>
  );
}

interface PodSummaryProps {
  readonly pod: PodInfo;
  readonly view: ObjectView;
  readonly time: PageTime;
}

function PodSummary({ pod, view, time }: PodSummaryProps) {
  const t = useT();
  return (
    <>
      {(pod.reason || pod.message) && (
        <Banner tone="warning" icon="mdi-alert" title={pod.reason ?? t('columns.reason')}>
          <bdi>{pod.message}</bdi>
        </Banner>
      )}
      <Figures list={podFigures('summary', pod, t)} isStale={pod.isStale} />
      <SummaryBody
        view={view}
        time={time}
        facts={podFacts(pod, t)}
        usage={podUsage(pod, t)}
        charts={summaryCharts(podCharts('cpu', pod), podCharts('mem', pod))}
        inside={
          <Panel title={t('columns.containers')} note={String(pod.containerList.length)}>
            <ContainerTable rows={pod.containerList} />
          </Panel>
        }
        more={
          <>
            <Panel title={t('columns.condition')}>
              <ConditionTable rows={pod.conditions} />
            </Panel>
            <LabelsPanel title={t('monitoring.labels')} none={t('monitoring.noLabels')} labels={pod.labels} />
          </>
        }
      />
    </>
  );
}

function podUsage(pod: PodInfo, t: Translate): Usage[] {
  return [
    {
      label: t('monitoring.tabs.cpu'),
      used: pod.cpuUsedCores,
      request: pod.cpuRequestCores,
      limit: pod.cpuLimitCores,
      format: (value) => (value !== null && value < 0 ? formatCoresLimit(value) : formatCores(value)),
    },
    {
      label: t('monitoring.tabs.mem'),
      used: pod.memUsedBytes,
      request: pod.memRequestBytes,
      limit: pod.memLimitBytes,
      format: (value) => (value !== null && value < 0 ? formatBytesLimit(value) : formatBytes(value)),
    },
  ];
}

function podFacts(pod: PodInfo, t: Translate): Fact[] {
  const node =
    pod.nodeId === null ? (
      pod.nodeName
    ) : (
      <Link
        to="/mon/node/summary"
        search={{ hostId: String(pod.hostId), nodeId: String(pod.nodeId) }}
        activeProps={{}}
      >
        <bdi>{pod.nodeName}</bdi>
      </Link>
    );
  const owner = pod.ownerName === null ? null : `${pod.ownerKind ?? ''} ${pod.ownerName}`.trim();
  return [
    [t('columns.namespace'), pod.namespace],
    [t('columns.node'), node],
    [t('columns.owner'), owner],
    [t('columns.phase'), pod.phase],
    [t('columns.qosClass'), pod.qosClass],
    [t('columns.podIp'), pod.isHostNetwork ? `${pod.podIp ?? '-'} (host network)` : pod.podIp],
    [t('columns.claim'), pod.claimList.map(({ name }) => name).join(', ')],
    ['UID', pod.uid],
    [t('columns.startedAt'), formatTimestamp(pod.startedAt)],
    [t('monitoring.fact.createdAt'), formatTimestamp(pod.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(pod.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastHeardAt(pod))],
  ];
}
