import { ObjectId } from '@gwanje/contract/definition/fields';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import type { MetricName } from '@gwanje/kinds/state/states';
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
import { useT } from '#core/i18n/i18n.ts';
import { largestFirst } from '#entities/object-page/charts/chart-data.ts';
import { seriesRefreshing } from '#entities/object-page/charts/series-queries.ts';
import { type Chosen, ClusterList } from './chosen-clusters.ts';
import { countSchema, defineWidget, objectTypeChoice, type WidgetViewProps } from './widget-kind.tsx';
import { metricChoice, metricOf, type WidgetMetric, widgetMetrics } from './widget-metrics.ts';
import { AnswerPanel, BoardClock } from './widget-panel.tsx';
import classes from './widgets.module.css';

const chartScopes = ['cluster', 'node', 'pod'] as const;
type ChartScope = (typeof chartScopes)[number];

const traffic = ['netRxBps', 'netTxBps'] as const;
const common = ['cpuUsedCores', 'memUsedBytes', ...traffic] as const;
const pods = ['podRunningCnt', 'podPendingCnt', 'podFailedCnt'] as const;
const chartMetrics = {
  cluster: [...common, 'fsUsedBytes', ...pods, 'nodeReadyCnt', 'restartCnt', 'pvUsedBytes'],
  node: [...common, 'fsUsedBytes', 'procCnt'],
  pod: [...common, 'ephemeralUsedBytes', 'procCnt'],
} as const satisfies { [Scope in ChartScope]: readonly (WidgetMetric & MetricName<Scope>)[] };

const MOST = 20;
const Saved = z.object({
  clusterList: ClusterList,
  scope: z.enum(chartScopes).catch('cluster'),
  metric: z.string().catch(''),
  span: z.enum(spans).catch('1h'),
  cnt: countSchema(MOST).catch(5),
  isStacked: z.boolean().catch(false),
});
type ChartSettings = z.infer<typeof Saved> & { readonly metric: WidgetMetric };

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
  const data = useMemo(() => answer && largestFirst(answer, own.cnt), [answer, own.cnt]);
  if (!data) return null;
  // The root font size is larger on a wallboard, a row of the legend on a telephone.
  const root = getComputedStyle(document.documentElement);
  const remPx = Number.parseFloat(root.fontSize);
  const rowRem = Number.parseFloat(root.getPropertyValue('--legend-row')) || LEGEND_ROW_REM;
  const columnCnt = Math.max(1, Math.floor(width / (LEGEND_COLUMN_REM * remPx)));
  const nameCnt = data.series.length + (own.isStacked ? 1 : 0);
  const rowCnt = Math.min(2, Math.ceil(nameCnt / columnCnt));
  const legendPx = (rowCnt * rowRem + LEGEND_AROUND_REM) * remPx;
  const state: ChartState = { kind: 'ready', data };
  return (
    <div ref={ref} className={classes.plot} data-legend-rows={rowCnt}>
      {height > 0 && (
        <TimeChart
          isBare
          title={title}
          unit={widgetMetrics[own.metric][1]}
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
  parse: (settings): ChartSettings => {
    const own = Saved.parse(settings);
    return { ...own, metric: metricOf<WidgetMetric>(chartMetrics[own.scope], own.metric) };
  },
  choices: ({ scope }, texts) => [
    objectTypeChoice('scope', chartScopes, texts),
    metricChoice(chartMetrics[scope], texts.t),
    {
      name: 'span',
      labelKey: 'range.label',
      choices: spans.map((value) => ({ value, label: rangeText({ kind: 'last', span: value }, texts.t) })),
    },
  ],
  count: { labelKey: 'customMain.lineCnt', most: MOST },
  flag: { name: 'isStacked', labelKey: 'customMain.stacked' },
  title: (own, { t, language }) =>
    t('customMain.chartTitle', {
      objectType: labelOf(objectTypeKey(own.scope), language),
      metric: t(widgetMetrics[own.metric][0]),
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
    meta: { isOfGroups: true, ...seriesRefreshing },
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
