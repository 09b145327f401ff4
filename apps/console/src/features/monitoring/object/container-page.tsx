import { formatBytes, formatBytesLimit } from '@gwanje/domain/formats/bytes';
import { formatCores, formatCoresLimit } from '@gwanje/domain/formats/cores';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { containerStateAppearance } from '#components/list/columns/state-appearance.ts';
import { type Translate, useLanguage, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { containerCharts } from '../charts/chart-plan.ts';
import { Banner } from '../parts/banner.tsx';
import { type Fact, Facts } from '../parts/facts.tsx';
import type { Usage } from '../parts/usage-table.tsx';
import { containerFigures } from './figures.ts';
import { ObjectFrame, type PageTime, type Tab } from './object-frame.tsx';
import { ObjectPage } from './object-page.tsx';
import { type ContainerInfo, containerQuery } from './object-queries.ts';
import { containerView, lastHeardAt, type ObjectView } from './object-view.ts';
import { ResourceTab } from './resource-tab.tsx';
import { summaryCharts } from './summary-charts.ts';
import { SummaryBody } from './summary-parts.tsx';
import '../monitoring-messages.ts';

export function ContainerPage({ tab }: { readonly tab: Tab }) {
  const { search } = useAddress();
  const containerId = parseIdText(search.containerId) ?? 0;
  const t = useT();
  const language = useLanguage();
  const query = useQuery(containerQuery(containerId));
  return (
    <ObjectPage key={containerId} query={query}>
      {(container, answeredMs) => {
        const view = containerView(container, { t, language });
        return (
          <ObjectFrame view={view} tab={tab} answeredMs={answeredMs}>
            {(time) =>
              tab === 'summary' ? (
                <ContainerSummary container={container} view={view} time={time} />
              ) : (
                <ResourceTab
                  view={view}
                  time={time}
                  figures={containerFigures(tab, container, t)}
                  charts={containerCharts(tab, container)}
                />
              )
            }
          </ObjectFrame>
        );
      }}
    </ObjectPage>
  );
}

interface ContainerSummaryProps {
  readonly container: ContainerInfo;
  readonly view: ObjectView;
  readonly time: PageTime;
}

function ContainerSummary({ container, view, time }: ContainerSummaryProps) {
  const t = useT();
  const { stateReason, stateMessage } = container;
  return (
    <>
      {stateReason && container.state !== 'running' && (
        <Banner tone="warning" icon="mdi-alert" title={stateReason}>
          <bdi>{stateMessage}</bdi>
        </Banner>
      )}
      <Figures list={containerFigures('summary', container, t)} isStale={container.isStale} />
      <SummaryBody
        view={view}
        time={time}
        facts={containerFacts(container, t)}
        usage={containerUsage(container, t)}
        charts={summaryCharts(containerCharts('cpu', container), containerCharts('mem', container))}
        more={<LastState container={container} />}
      />
    </>
  );
}

/** Of the run before this one: why it ended is what a person asks first after a restart. */
function LastState({ container: { lastState } }: { readonly container: ContainerInfo }) {
  const t = useT();
  const language = useLanguage();
  if (!lastState) return null;
  return (
    <Panel title={t('monitoring.lastState')}>
      <Facts
        list={[
          [t('columns.state'), containerStateAppearance(lastState.state, { t, language }).label],
          [t('columns.reason'), lastState.reason],
          [t('columns.exitCode'), lastState.exitCode === null ? null : String(lastState.exitCode)],
          [t('columns.message'), lastState.message],
          [t('columns.startedAt'), formatTimestamp(lastState.startedAt)],
          [t('monitoring.finishedAt'), formatTimestamp(lastState.finishedAt)],
        ]}
      />
    </Panel>
  );
}

function containerUsage(container: ContainerInfo, t: Translate): Usage[] {
  return [
    {
      label: t('monitoring.tabs.cpu'),
      used: container.cpuUsedCores,
      request: container.cpuRequestCores,
      limit: container.cpuLimitCores,
      format: (value) => (value !== null && value < 0 ? formatCoresLimit(value) : formatCores(value)),
    },
    {
      label: t('monitoring.tabs.mem'),
      used: container.memUsedBytes,
      request: container.memRequestBytes,
      limit: container.memLimitBytes,
      format: (value) => (value !== null && value < 0 ? formatBytesLimit(value) : formatBytes(value)),
    },
  ];
}

function containerFacts(container: ContainerInfo, t: Translate): Fact[] {
  const pod = (
    <Link
      to="/mon/pod/summary"
      search={{ hostId: String(container.hostId), podId: String(container.podId) }}
      activeProps={{}}
    >
      <bdi>{container.podName}</bdi>
    </Link>
  );
  return [
    [t('columns.pod'), pod],
    [t('columns.namespace'), container.namespace],
    [t('columns.node'), container.nodeName],
    [t('columns.type'), t(`columns.containerType.${container.type}`)],
    [t('columns.image'), container.image],
    [t('columns.stateReason'), container.stateReason],
    [t('columns.exitCode'), container.exitCode === null ? null : String(container.exitCode)],
    [t('columns.ready'), t(container.isReady ? 'monitoring.yes' : 'monitoring.no')],
    [t('monitoring.fact.runtimeId'), container.runtimeId],
    [t('columns.startedAt'), formatTimestamp(container.startedAt)],
    [t('columns.firstSeenAt'), formatTimestamp(container.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastHeardAt(container))],
  ];
}
