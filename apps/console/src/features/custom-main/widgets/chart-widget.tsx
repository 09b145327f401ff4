import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { ObjectId } from '@gwanje/contract/definition/ids';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/metrics';
import type { ChartData, ChartSeries, ChartValues } from '@gwanje/ui/chart/model/chart-data';
import { type ChartState, TimeChart } from '@gwanje/ui/chart/time-chart';
import { EmptyState } from '@gwanje/ui/panel';
import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { z } from 'zod';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { resolveRange, spans } from '#components/range/range-choice.ts';
import { rangeText } from '#components/range/range-picker.tsx';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { type Chosen, ClusterList } from './chosen-clusters.ts';
import { countSchema, defineWidget, type WidgetViewProps } from './widget-kind.tsx';
import { AnswerPanel, BoardClock } from './widget-panel.tsx';
import classes from './widgets.module.css';

const chartScopes = ['cluster', 'node', 'pod'] as const;
type ChartScope = (typeof chartScopes)[number];

interface ChartMetric {
  readonly key: string;
  readonly labelKey: PlainKey;
}

const common: readonly ChartMetric[] = [
  { key: 'cpuUsedCores', labelKey: 'columns.cpu' },
  { key: 'memUsedBytes', labelKey: 'columns.mem' },
  { key: 'netRxBps', labelKey: 'columns.netRx' },
  { key: 'netTxBps', labelKey: 'columns.netTx' },
];

const chartMetrics: Record<ChartScope, readonly ChartMetric[]> = {
  cluster: [
    ...common,
    { key: 'fsUsedBytes', labelKey: 'columns.disk' },
    { key: 'podRunningCnt', labelKey: 'customMain.podsRunning' },
    { key: 'podPendingCnt', labelKey: 'customMain.podsPending' },
    { key: 'podFailedCnt', labelKey: 'customMain.podsFailed' },
    { key: 'nodeReadyCnt', labelKey: 'customMain.nodesReady' },
    { key: 'restartCnt', labelKey: 'columns.restarts' },
    { key: 'pvUsedBytes', labelKey: 'customMain.pvUsed' },
  ],
  node: [
    ...common,
    { key: 'fsUsedBytes', labelKey: 'columns.disk' },
    { key: 'procCnt', labelKey: 'columns.procCnt' },
  ],
  pod: [
    ...common,
    { key: 'ephemeralUsedBytes', labelKey: 'columns.ephemeral' },
    { key: 'procCnt', labelKey: 'columns.procCnt' },
  ],
};

const MOST = 20;
const FIRST_METRIC = 'cpuUsedCores';
const Saved = z.object({
  clusterList: ClusterList,
  scope: z.enum(chartScopes).catch('cluster'),
  metric: z.string().catch(FIRST_METRIC),
  span: z.enum(spans).catch('1h'),
  cnt: countSchema(MOST).catch(5),
  isStacked: z.boolean().catch(false),
});
type ChartSettings = z.infer<typeof Saved>;

function labelKeyOf({ scope, metric }: ChartSettings): PlainKey | undefined {
  return chartMetrics[scope].find(({ key }) => key === metric)?.labelKey;
}

function unitOf(scope: MetricScope, metric: string) {
  return Object.entries(metricCatalogue(scope)).find(([key]) => key === metric)?.[1].unit ?? 'count';
}

function ChartView({ own, chosen, title }: WidgetViewProps<ChartSettings>) {
  const t = useT();
  const clockAheadMs = useContext(BoardClock);
  const { scope, metric, span, cnt } = own;
  const query = useQuery({
    ...boardSeriesQuery(
      { scope, metric, span, cnt, hostIds: chosen.hostIds, isAll: chosen.isAll },
      clockAheadMs ?? 0,
    ),
    enabled: clockAheadMs !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <AnswerPanel title={title} note={rangeText({ kind: 'last', span }, t)} query={query}>
      {(series) =>
        series.answer ? (
          <Plot own={own} series={series} title={title} />
        ) : (
          <EmptyState
            icon="mdi-chart-line-variant"
            title={t('customMain.chartEmpty')}
            text={t('customMain.chartEmptyText')}
          />
        )
      }
    </AnswerPanel>
  );
}

const LEGEND_ROW_REM = 1.5;
const LEGEND_COLUMN_REM = 15.25;
const LEGEND_AROUND_REM = 0.875;
const LEAST_PLOT_PX = 64;

/** Fills the height of the widget. The legend has at most two rows. */
function Plot({ own, series, title }: { own: ChartSettings; series: BoardSeries; title: string }) {
  const { ref, width, height } = useElementSize();
  const labels = useChartLabels({ isRangeFixed: true });
  const { answer, range } = series;
  const data = useMemo(() => (answer ? seriesData(answer, own.cnt) : null), [answer, own.cnt]);
  if (!data) return null;
  // The root font size is larger on a wallboard.
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const columnCnt = Math.max(1, Math.floor(width / (LEGEND_COLUMN_REM * remPx)));
  const nameCnt = data.series.length + (own.isStacked ? 1 : 0);
  const rowCnt = Math.min(2, Math.ceil(nameCnt / columnCnt));
  const legendPx = (rowCnt * LEGEND_ROW_REM + LEGEND_AROUND_REM) * remPx;
  const state: ChartState = { kind: 'ready', data };
  return (
    <div ref={ref} className={classes.plot} data-legend-rows={rowCnt}>
      {height > 0 && (
        <TimeChart
          isBare
          title={title}
          unit={unitOf(own.scope, own.metric)}
          state={state}
          labels={labels}
          range={range}
          height={Math.max(LEAST_PLOT_PX, Math.floor(height - legendPx))}
          stacked={own.isStacked}
          withBand={data.series.length <= 2}
        />
      )}
    </div>
  );
}

export const chartWidget = defineWidget({
  name: 'chart',
  icon: 'mdi-chart-line',
  size: { w: 6, h: 7 },
  minSize: { w: 3, h: 4 },
  parse: (settings) => {
    const own = Saved.parse(settings);
    return labelKeyOf(own) ? own : { ...own, metric: FIRST_METRIC };
  },
  choices: ({ scope }, { t, language }) => [
    {
      name: 'scope',
      labelKey: 'dashboard.objectType',
      choices: chartScopes.map((value) => ({ value, label: labelOf(objectTypeKey(value), language) })),
    },
    {
      name: 'metric',
      labelKey: 'customMain.metric',
      choices: chartMetrics[scope].map(({ key, labelKey }) => ({ value: key, label: t(labelKey) })),
    },
    {
      name: 'span',
      labelKey: 'range.label',
      choices: spans.map((value) => ({ value, label: rangeText({ kind: 'last', span: value }, t) })),
    },
  ],
  count: { labelKey: 'customMain.lineCnt', most: MOST },
  flag: { name: 'isStacked', labelKey: 'customMain.stacked' },
  title: (own, { t, language }) =>
    t('customMain.chartTitle', {
      objectType: labelOf(objectTypeKey(own.scope), language),
      metric: t(labelKeyOf(own) ?? 'columns.cpu'),
    }),
  View: ChartView,
});

type SeriesQuestion = Pick<ChartSettings, 'scope' | 'metric' | 'span' | 'cnt'> &
  Pick<Chosen, 'hostIds' | 'isAll'>;

type BoardSeries = Awaited<ReturnType<typeof boardSeries>>;

const FRESH_MS = 10_000;
const MAX_POINTS = 480;
/** The maximum number of clusters among which the largest consumers are searched. */
const MAX_CLUSTERS = 100;

/** The query key contains the span ('1h'), not the instants, so that it stays the same while time passes. */
function boardSeriesQuery(question: SeriesQuestion, clockAheadMs: number) {
  return queryOptions({
    queryKey: [...apiKey(querySeries), 'board', question],
    queryFn: ({ signal }) => boardSeries(question, Date.now() + clockAheadMs, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

/** First requests the largest consumers if the server ranks them, then their series. */
async function boardSeries(
  { scope, metric, span, cnt, hostIds, isAll }: SeriesQuestion,
  nowMs: number,
  signal: AbortSignal,
) {
  const range = resolveRange({ kind: 'last', span }, nowMs);
  const window = { from: new Date(range.fromMs).toISOString(), to: new Date(range.toMs).toISOString() };
  const ids =
    scope === 'cluster'
      ? hostIds.slice(0, MAX_CLUSTERS)
      : (
          await call(queryTop, {
            body: {
              kind: scope,
              metric,
              ...window,
              limit: cnt,
              ...(isAll ? {} : { hostIdList: [...hostIds] }),
            },
            signal,
          })
        ).list.map(({ id }) => id);
  if (ids.length === 0) return { range, answer: null };
  const targets = ids.map((id) => ({ kind: scope, id: ObjectId.parse(id) }));
  const answer = await call(querySeries, {
    body: { targets, metrics: [metric], ...window, maxPoints: MAX_POINTS },
    signal,
  });
  return { range, answer };
}

/** The `cnt` series with the largest averages, largest first. */
export function seriesData(answer: ResponseOf<typeof querySeries>, cnt: number): ChartData {
  const series: ChartSeries[] = answer.seriesList
    .map(({ id, name, avg, min, max }) => ({ key: String(id), label: name, avg, min, max }))
    .map((one) => ({ one, mean: meanOf(one.avg) }))
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, cnt)
    .map(({ one }) => one);
  return { startMs: Date.parse(answer.start), stepMs: answer.stepMs, pointCnt: answer.pointCnt, series };
}

function meanOf(values: ChartValues): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? -1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
