import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import { nodeConditions, podPhases } from '@gwanje/contract/objects/object-states';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatBytes, formatCores, formatCount } from '@gwanje/domain/formats/numbers';
import { parseInstant } from '@gwanje/domain/formats/time';
import { ChartGroup } from '@gwanje/ui/chart/chart-group';
import { Chip } from '@gwanje/ui/chip';
import { Figures } from '@gwanje/ui/figures';
import { StateCell } from '@gwanje/ui/list/cells';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  dimIfStale,
  monResultAppearance,
  nodeConditionAppearance,
  podPhaseAppearance,
  podStatusAppearance,
} from '#components/list/columns/state-appearance.ts';
import { DataAge } from '#components/list/toolbar/data-age.tsx';
import { comparisonsMs } from '#components/range/compare-choice.ts';
import { ComparePicker } from '#components/range/compare-picker.tsx';
import { RangePicker, rangeText } from '#components/range/range-picker.tsx';
import { useRange } from '#components/range/use-range.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { type Translate, useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { ObjectAlarmsPanel, useObjectAlarms } from '#entities/alarms/object-alarms.tsx';
import { platformName } from '#entities/dashboard/model/cluster-lines.ts';
import { childAppearance, namedAppearance } from '#entities/inventory/child-state.ts';
import { type ChartPlan, clusterCharts } from '#entities/object-page/charts/chart-plan.ts';
import { PlannedChart } from '#entities/object-page/charts/planned-chart.tsx';
import { type EventRow, eventsQuery, type Window } from '#entities/object-page/charts/series-queries.ts';
import { useSeries } from '#entities/object-page/charts/use-series.ts';
import { ObjectLoader, type PageTime } from '#entities/object-page/object-frame.tsx';
import panels from '#entities/object-page/panels/panels.module.css';
import { foldedMarks, type TimelineEntry, timeline } from '#entities/object-page/panels/timeline.ts';
import { TimelinePanel } from '#entities/object-page/panels/timeline-panel.tsx';
import { UsageTable } from '#entities/object-page/panels/usage-table.tsx';
import { type EmptyText, missingTexts } from '#entities/object-page/statistics-gap.ts';
import { AgentsPanel } from './agents-panel.tsx';
import classes from './cluster.module.css';
import { ClusterBanners, type ClusterSummary, clusterQuery } from './cluster-banners.tsx';
import { clusterFigures, usageNote } from './cluster-figures.ts';
import { clusterAlarmMarks } from './cluster-marks.ts';
import { TopPodsPanel } from './top-pods-panel.tsx';
import '#entities/object-page/monitoring-messages.ts';

const EVENTS_SHOWN = 50;

export function ClusterPage() {
  const { search } = useAddress();
  const hostId = parseIdText(search.hostId) ?? 0;
  const query = useQuery(clusterQuery(hostId));
  const name = useClusters(({ clusterList }) => clusterList.find((one) => one.hostId === hostId)?.name);
  return (
    <ObjectLoader key={hostId} query={query} name={name}>
      {(cluster, answeredMs) => <ClusterContent cluster={cluster} answeredMs={answeredMs} />}
    </ObjectLoader>
  );
}

function ClusterContent({ cluster, answeredMs }: { cluster: ClusterSummary; answeredMs: number }) {
  const { t, language } = useTexts();
  const control = useRange();
  const inside = namedAppearance(childAppearance(cluster, { t, language }), t('columns.childStates'));
  const serverMs = Date.parse(cluster.serverTime);
  // A cluster that has not sent yet has no figures.
  const hasData = cluster.dataAt !== null;
  const noTopPods = lackingOf(cluster, t)?.title;
  const window: Window = { choice: control.choice, endMs: null, clockAheadMs: serverMs - answeredMs };
  const time: PageTime = {
    window,
    shiftMs: control.comparison && comparisonsMs[control.comparison],
    control,
  };
  return (
    <>
      <PageHeader
        title={cluster.name}
        marks={
          <>
            {cluster.dataAt === null ? (
              <Chip colour="grey" icon="mdi-timer-sand-empty" label={t('monitoring.never')} />
            ) : (
              <StateCell {...monResultAppearance(cluster.monResult, { t, language })} />
            )}
            {inside.map((appearance) => (
              <StateCell key={appearance.label} {...appearance} />
            ))}
            {cluster.kubernetesVersion && (
              <Chip colour="grey" icon="mdi-kubernetes">
                {[
                  cluster.platform && platformName(cluster.platform, { t, language }),
                  cluster.kubernetesVersion,
                ]
                  .filter(Boolean)
                  .join(' ')}
              </Chip>
            )}
          </>
        }
        actions={
          <>
            <RangePicker choice={control.choice} onChoose={control.choose} />
            <ComparePicker comparison={control.comparison} onChoose={control.compare} />
          </>
        }
        dataAge={
          cluster.dataAt !== null && (
            <DataAge
              dataMs={parseInstant(cluster.dataAt) ?? null}
              serverMs={serverMs}
              answeredMs={answeredMs}
            />
          )
        }
      />
      <div className={panels.stack}>
        <ClusterBanners cluster={cluster} />
        <Figures list={clusterFigures(cluster, t)} isStale={cluster.isStale} />
        <div className={panels.grid}>
          <Panel title={t('monitoring.usage')} note={usageNote(cluster, t)}>
            <UsageTable
              isStale={cluster.isStale}
              list={[
                {
                  label: t('monitoring.tabs.cpu'),
                  ...cluster.cpuCores,
                  format: (value) => formatCores(hasData ? value : null),
                },
                {
                  label: t('monitoring.tabs.mem'),
                  ...cluster.memBytes,
                  format: (value) => formatBytes(hasData ? value : null),
                },
              ]}
            />
          </Panel>
          <Panel title={t('monitoring.states')}>
            <StateCounts cluster={cluster} />
          </Panel>
        </div>
        <ClusterTrends cluster={cluster} time={time} />
        <div className={`${panels.grid} ${classes.below}`}>
          <TopPodsPanel hostId={cluster.hostId} metric="cpuUsedCores" time={time} emptyTitle={noTopPods} />
          <TopPodsPanel hostId={cluster.hostId} metric="memUsedBytes" time={time} emptyTitle={noTopPods} />
          <RecentEvents cluster={cluster} time={time} />
          <ClusterAlarms hostId={cluster.hostId} />
          <AgentsPanel agentList={cluster.agentList} serverTime={cluster.serverTime} />
        </div>
      </div>
    </>
  );
}

interface PartProps {
  readonly cluster: ClusterSummary;
  readonly time: PageTime;
}

/** Why charts of the cluster have no values: it has not sent any yet, or its nodes send no statistics. */
function lackingOf({ dataAt, missingStatistics }: ClusterSummary, t: Translate): EmptyText | undefined {
  if (dataAt === null) return { title: t('monitoring.neverTitle'), text: t('monitoring.neverClusterText') };
  return missingStatistics ? missingTexts(missingStatistics, t) : undefined;
}

function ClusterTrends({ cluster, time }: PartProps) {
  const { t, language } = useTexts();
  const lacking = useMemo(() => lackingOf(cluster, t), [cluster, t]);
  const { hostId, cpuCores, memBytes, fsBytes, volume } = cluster;
  const targets = useMemo(() => [{ kind: 'cluster' as const, id: ObjectId.parse(hostId) }], [hostId]);
  const charts = useMemo<readonly ChartPlan[]>(
    () => clusterCharts({ cpuCores, memBytes, fsBytes, volume }),
    [cpuCores, memBytes, fsBytes, volume],
  );
  const metrics = useMemo(() => [...new Set(charts.flatMap((chart) => chart.metrics))].sort(), [charts]);
  const series = useSeries(targets, metrics, time);
  const troubles = useQuery({
    ...eventsQuery({ hostId: HostId.parse(hostId), level: ['warning', 'critical'] }, time.window),
    placeholderData: keepPreviousData,
  });
  const list = useEventList(troubles.data?.list);
  const alarms = useObjectAlarms(hostId, null).query.data;
  const range = series.data?.range;
  const marks = useMemo(() => {
    if (!range) return [];
    return [...foldedMarks(list, range), ...(alarms ? clusterAlarmMarks(alarms, range, language) : [])];
  }, [list, alarms, range, language]);
  return (
    <ChartGroup>
      <div className={panels.grid}>
        {charts.map((plan) => (
          <PlannedChart
            key={plan.id}
            plan={plan}
            series={series}
            marks={marks}
            control={time.control}
            isGone={false}
            fileName={cluster.name}
            lacking={lacking}
          />
        ))}
      </div>
    </ChartGroup>
  );
}

function RecentEvents({ cluster, time }: PartProps) {
  const t = useT();
  const events = useQuery({
    ...eventsQuery({ hostId: HostId.parse(cluster.hostId) }, time.window, EVENTS_SHOWN),
    placeholderData: keepPreviousData,
  });
  return (
    <TimelinePanel
      title={t('monitoring.events')}
      note={rangeText(time.control.choice, t)}
      list={useEventList(events.data?.list)}
      isLoading={events.isPending}
      error={events.isError && !events.data ? events.error : null}
      onRetry={() => void events.refetch()}
    />
  );
}

function ClusterAlarms({ hostId }: { hostId: number }) {
  const { query } = useObjectAlarms(hostId, null);
  return (
    <ObjectAlarmsPanel
      query={query}
      isOfMany
      search={{ 'f.hostId': String(hostId), 'f.confirmLevel': '1,2,3,0,4' }}
    />
  );
}

const NO_EVENTS: readonly EventRow[] = [];

/** The events of the cluster, with a column for the object. */
function useEventList(rows: readonly EventRow[] = NO_EVENTS): readonly TimelineEntry[] {
  const t = useT();
  return useMemo(() => {
    const objectOf = new Map(rows.map((row) => [`event:${row.eventId}`, row.objectName]));
    return timeline(rows, [], null, t).map((one) => ({
      ...one,
      head: `${one.head} · ${objectOf.get(one.key) ?? ''}`,
    }));
  }, [rows, t]);
}

/** Nodes and pods by state, worst first; states without objects are left out. */
function StateCounts({ cluster }: { cluster: ClusterSummary }) {
  const texts = useTexts();
  const { t } = texts;
  const nodes = nodeConditions.map((state) => ({
    appearance: nodeConditionAppearance(state, texts),
    cnt: cluster.nodesByCondition[state] ?? 0,
  }));
  const pods = podPhases.map((state) => ({
    appearance: podPhaseAppearance(state, texts),
    cnt: cluster.podsByPhase[state] ?? 0,
  }));
  const usual: readonly string[] = podPhases;
  const statuses = Object.entries(cluster.podsByStatus)
    .filter(([status]) => !usual.includes(status))
    .sort(([, a], [, b]) => b - a)
    .map(([status, cnt]) => ({ appearance: podStatusAppearance(status, texts), cnt }));
  const lines = [
    [t('columns.node'), nodes.filter(({ cnt }) => cnt > 0)],
    [t('columns.phase'), pods.filter(({ cnt }) => cnt > 0)],
    [t('columns.status'), statuses],
  ] as const;
  return (
    <dl className={classes.counts}>
      {lines.map(([label, list]) => (
        <div key={label} className={classes.line}>
          <dt>{label}</dt>
          <dd>
            {list.length === 0
              ? '-'
              : list.map(({ appearance, cnt }) => (
                  <span key={appearance.label} className={classes.count}>
                    <StateCell {...dimIfStale(appearance, cluster.isStale)} />
                    <span className={classes.number}>{formatCount(cnt)}</span>
                  </span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
