import type { ChartData, ChartLine, ChartSeries, ChartValues } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import { sampledLabels } from '#entities/inventory/field-labels.ts';
import type { ChartPlan } from './chart-plan.ts';
import type { SeriesAnswer } from './series-queries.ts';

const metricKeys: Readonly<Record<string, PlainKey>> = {
  ...sampledLabels,
  memAvailableBytes: 'monitoring.metric.memAvailable',
  majorPageFaultsPs: 'monitoring.chart.pageFaults',
  fsInodesUsed: 'monitoring.metric.inodesUsed',
  fsInodes: 'monitoring.metric.inodes',
  imageFsUsedBytes: 'monitoring.chart.imageFs',
  netRxBps: 'monitoring.metric.received',
  netTxBps: 'monitoring.metric.sent',
  netRxErrPs: 'monitoring.metric.received',
  netTxErrPs: 'monitoring.metric.sent',
  blockInBps: 'monitoring.metric.read',
  blockOutBps: 'monitoring.metric.written',
  blockInOps: 'monitoring.metric.read',
  blockOutOps: 'monitoring.metric.written',
  pvUsedBytes: 'monitoring.chart.pvUsed',
  podRunningCnt: 'monitoring.metric.podsRunning',
  podPendingCnt: 'monitoring.metric.podsPending',
  podFailedCnt: 'monitoring.metric.podsFailed',
};

/** The data of one chart: the series of its metrics, named by metric, or by child for a chart by child. */
export function chartData(
  answer: SeriesAnswer,
  plan: Pick<ChartPlan, 'metrics' | 'source' | 'shares'>,
  t: Translate,
): ChartData {
  const own = answer.seriesList.filter(({ metric }) => plan.metrics.includes(metric));
  const isOfChildren = plan.source !== 'self';
  const series: ChartSeries[] = own.flatMap(({ id, name, metric, avg, min, max }) => {
    const key = `${id}:${metric}`;
    if (!plan.shares) {
      const metricKey = metricKeys[metric];
      const label = isOfChildren ? name : metricKey ? t(metricKey) : metric;
      return [{ key, label, avg, min, max }];
    }
    return plan.shares.map(({ labelKey, of }) => ({
      key: `${key}:${labelKey}`,
      label: t(labelKey),
      avg: inPercent(avg, of),
      min: inPercent(min, of),
      max: inPercent(max, of),
    }));
  });
  return {
    startMs: Date.parse(answer.start),
    stepMs: answer.stepMs,
    pointCnt: answer.pointCnt,
    series: plan.shares ? series : inOrder(series, plan.metrics),
  };
}

/** The series with the largest averages first, up to `most`. Gaps do not count; a series of gaps comes last. */
export function largestFirst(
  answer: SeriesAnswer,
  most = answer.seriesList.length,
  labelOf = ({ name }: SeriesAnswer['seriesList'][number]) => name,
): ChartData {
  const series = answer.seriesList
    .map((one) => ({ one, mean: meanOf(one.avg) }))
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, most)
    .map(({ one }) => {
      const { id, metric, avg, min, max } = one;
      return { key: `${id}:${metric}`, label: labelOf(one), avg, min, max };
    });
  return { startMs: Date.parse(answer.start), stepMs: answer.stepMs, pointCnt: answer.pointCnt, series };
}

function meanOf(values: ChartValues): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? -1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** In the order of the chart plan, not of the response: 'received' is before 'sent' on every chart. */
function inOrder(series: readonly ChartSeries[], metricsInOrder: readonly string[]): ChartSeries[] {
  const rank = ({ key }: ChartSeries) => metricsInOrder.indexOf(key.slice(key.indexOf(':') + 1));
  return [...series].sort((a, b) => rank(a) - rank(b));
}

function inPercent(values: ChartValues, of: number | null): ChartValues {
  return values.map((value) => (value === null || of === null ? null : (value / of) * 100));
}

export function chartLines({ lines = [] }: Pick<ChartPlan, 'lines'>, t: Translate): ChartLine[] {
  return lines.flatMap(({ labelKey, value, style }) =>
    value !== null && value > 0 ? [{ label: t(labelKey), value, style }] : [],
  );
}
