import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/labels';
import { metricCatalogue } from '@gwanje/kinds/metrics';
import type { MetricScope } from '@gwanje/kinds/registry';
import { type ChartState, TimeChart } from '@gwanje/ui/chart/time-chart';
import { EmptyState } from '@gwanje/ui/states';
import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { type Span, spans } from '#components/range/range-choice.ts';
import { rangeText } from '#components/range/range-picker.tsx';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { useClockAheadMs } from './board-clock.ts';
import { type Chosen, ClusterList, useChosen } from './chosen-clusters.ts';
import { ChoiceField, ClustersField, CountField, countFaults } from './fields.tsx';
import { seriesData } from './series-data.ts';
import { type BoardSeries, boardSeriesQuery, type ChartScope, chartScopes } from './series-queries.ts';
import type { FieldsProps, Settings, ViewProps, WidgetKind } from './widget-kind.ts';
import { Answer, OfChosen, WidgetPanel } from './widget-panel.tsx';
import classes from './widgets.module.css';

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

const LEAST = 1;
const MOST = 20;
const FIRST_METRIC = 'cpuUsedCores';
const Kept = z.object({
  clusterList: ClusterList,
  scope: z.enum(chartScopes).catch('cluster'),
  metric: z.string().catch(FIRST_METRIC),
  span: z.enum(spans).catch('1h'),
  cnt: z.int().min(LEAST).max(MOST).catch(5),
  isStacked: z.boolean().catch(false),
});
type ChartSettings = z.infer<typeof Kept>;

function read(settings: Settings): ChartSettings {
  const own = Kept.parse(settings);
  const isKnown = chartMetrics[own.scope].some(({ key }) => key === own.metric);
  return isKnown ? own : { ...own, metric: FIRST_METRIC };
}

function labelKeyOf({ scope, metric }: Pick<ChartSettings, 'scope' | 'metric'>): PlainKey {
  return chartMetrics[scope].find(({ key }) => key === metric)?.labelKey ?? 'columns.cpu';
}

function unitOf(scope: MetricScope, metric: string) {
  return Object.entries(metricCatalogue(scope)).find(([key]) => key === metric)?.[1].unit ?? 'count';
}

function ChartView({ settings, title, clusters }: ViewProps) {
  const own = useMemo(() => read(settings), [settings]);
  const chosen = useChosen(own.clusterList, clusters);
  return (
    <OfChosen chosen={chosen} title={title}>
      <ChartOf own={own} chosen={chosen} title={title} />
    </OfChosen>
  );
}

interface ChartOfProps {
  readonly own: ChartSettings;
  readonly chosen: Chosen;
  readonly title: string;
}

function ChartOf({ own, chosen, title }: ChartOfProps) {
  const t = useT();
  const clockAheadMs = useClockAheadMs();
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
    <WidgetPanel
      title={title}
      note={rangeText({ kind: 'last', span }, t)}
      isOld={query.isError && query.data !== undefined}
    >
      <Answer query={query}>
        {(series) => (series.answer ? <Plot own={own} series={series} title={title} /> : <NothingToDraw />)}
      </Answer>
    </WidgetPanel>
  );
}

function NothingToDraw() {
  const t = useT();
  return (
    <EmptyState
      icon="mdi-chart-line-variant"
      title={t('customMain.chartEmpty')}
      text={t('customMain.chartEmptyText')}
    />
  );
}

const LEGEND_ROW_REM = 1.5;
const LEGEND_COLUMN_REM = 15.25;
const LEGEND_AROUND_REM = 0.875;
const LEAST_PLOT_PX = 64;

interface PlotProps {
  readonly own: ChartSettings;
  readonly series: BoardSeries;
  readonly title: string;
}

/** Fills the height that the widget leaves, with a legend of at most two rows. */
function Plot({ own, series, title }: PlotProps) {
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

function ChartFields({ settings, clusters, faults, onChange }: FieldsProps) {
  const t = useT();
  const language = useLanguage();
  const { clusterList, scope, metric, span, isStacked } = read(settings);
  return (
    <>
      <ChoiceField<ChartScope>
        label={t('dashboard.objectType')}
        value={scope}
        choices={chartScopes.map((value) => ({ value, label: labelOf(objectTypeKey(value), language) }))}
        onChange={(value) => onChange({ scope: value })}
      />
      <ChoiceField
        label={t('customMain.metric')}
        value={metric}
        choices={chartMetrics[scope].map(({ key, labelKey }) => ({ value: key, label: t(labelKey) }))}
        onChange={(value) => onChange({ metric: value })}
      />
      <ChoiceField<Span>
        label={t('range.label')}
        value={span}
        choices={spans.map((value) => ({ value, label: rangeText({ kind: 'last', span: value }, t) }))}
        onChange={(value) => onChange({ span: value })}
      />
      <CountField
        label={t('customMain.lineCnt')}
        value={settings.cnt}
        fault={faults.cnt}
        least={LEAST}
        most={MOST}
        onChange={(cnt) => onChange({ cnt })}
      />
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={isStacked}
          onChange={(event) => onChange({ isStacked: event.currentTarget.checked })}
        />
        {t('customMain.stacked')}
      </label>
      <ClustersField
        clusters={clusters}
        value={clusterList}
        onChange={(value) => onChange({ clusterList: value })}
      />
    </>
  );
}

export const chartWidget: WidgetKind = {
  nameKey: 'customMain.chart',
  aboutKey: 'customMain.chartAbout',
  icon: 'mdi-chart-line',
  size: { w: 6, h: 7 },
  least: { w: 3, h: 4 },
  clean: read,
  faults: countFaults(LEAST, MOST),
  title: (settings, { t, language }) => {
    const own = read(settings);
    return t('customMain.chartTitle', {
      objectType: labelOf(objectTypeKey(own.scope), language),
      metric: t(labelKeyOf(own)),
    });
  },
  View: ChartView,
  Fields: ChartFields,
};
