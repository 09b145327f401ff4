import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import type { FigureKind } from '#entities/dashboard/model/figures.ts';
import type { WidgetChoice } from './widget-kind.tsx';

/** Label and unit of the metrics that widgets offer, by the name of the list column or series. */
export const widgetMetrics = {
  cpuUsedCores: ['columns.cpu', 'cores'],
  cpuUsedPct: ['columns.cpuPct', 'percent'],
  cpuUsedLimitPct: ['columns.cpuLimitPct', 'percent'],
  memUsedBytes: ['columns.mem', 'bytes'],
  memUsedPct: ['columns.memPct', 'percent'],
  memUsedLimitPct: ['columns.memLimitPct', 'percent'],
  netRxBps: ['columns.netRx', 'bytesPerSecond'],
  netTxBps: ['columns.netTx', 'bytesPerSecond'],
  blockInBps: ['columns.blockIn', 'bytesPerSecond'],
  blockOutBps: ['columns.blockOut', 'bytesPerSecond'],
  fsUsedBytes: ['columns.disk', 'bytes'],
  fsUsedPct: ['columns.diskPct', 'percent'],
  ephemeralUsedBytes: ['columns.ephemeral', 'bytes'],
  pvUsedBytes: ['customMain.pvUsed', 'bytes'],
  podCnt: ['columns.podCnt', 'count'],
  podRunningCnt: ['customMain.podsRunning', 'count'],
  podPendingCnt: ['customMain.podsPending', 'count'],
  podFailedCnt: ['customMain.podsFailed', 'count'],
  nodeReadyCnt: ['customMain.nodesReady', 'count'],
  procCnt: ['columns.procCnt', 'count'],
  restartCnt: ['columns.restarts', 'count'],
} as const satisfies Record<string, readonly [label: PlainKey, unit: FigureKind]>;

export type WidgetMetric = keyof typeof widgetMetrics;

/** The saved metric, or the first one if the object type lacks it. */
export function metricOf<Metric>(metrics: readonly [Metric, ...Metric[]], saved: string): Metric {
  return metrics.find((metric) => metric === saved) ?? metrics[0];
}

export function metricChoice(metrics: readonly WidgetMetric[], t: Translate): WidgetChoice {
  return {
    name: 'metric',
    labelKey: 'customMain.metric',
    choices: metrics.map((value) => ({ value, label: t(widgetMetrics[value][0]) })),
  };
}
