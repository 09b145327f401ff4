import type { ChartData, ChartLine, ChartSeries, ChartValues } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import type { ChartPlan } from './chart-plan.ts';
import type { SeriesAnswer } from './series-queries.ts';

const metricKeys: Readonly<Record<string, PlainKey>> = {
  cpuUsedCores: 'columns.cpu',
  memUsedBytes: 'columns.mem',
  memRssBytes: 'columns.memRss',
  memAvailableBytes: 'monitoring.metric.memAvailable',
  memCacheBytes: 'columns.memCache',
  majorPageFaultsPs: 'monitoring.chart.pageFaults',
  fsUsedBytes: 'columns.disk',
  fsInodesUsed: 'monitoring.metric.inodesUsed',
  fsInodes: 'monitoring.metric.inodes',
  imageFsUsedBytes: 'monitoring.chart.imageFs',
  ephemeralUsedBytes: 'columns.ephemeral',
  netRxBps: 'monitoring.metric.received',
  netTxBps: 'monitoring.metric.sent',
  netRxErrPs: 'monitoring.metric.received',
  netTxErrPs: 'monitoring.metric.sent',
  procCnt: 'columns.procCnt',
  cpuThrottledRatio: 'columns.cpuThrottled',
  rootfsUsedBytes: 'columns.rootfs',
  logsUsedBytes: 'columns.logs',
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
