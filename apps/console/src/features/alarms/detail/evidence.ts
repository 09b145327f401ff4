import type { AlarmRow, Evidence } from '@gwanje/contract/alarms/alarms';
import { formatBytesLimit, formatCoresLimit } from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import type { ChartSeries, ChartUnit } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { alarmItem } from '#entities/alarms/alarm-text.ts';

interface MetricChart {
  readonly chart: PlainKey;
  readonly label: PlainKey;
  readonly unit: ChartUnit;
}

const network = { chart: 'alarms.metric.network', unit: 'bytesPerSecond' } as const;

function alone(label: PlainKey, unit: ChartUnit): MetricChart {
  return { chart: label, label, unit };
}

const metricCharts: Readonly<Record<string, MetricChart>> = {
  cpuUsedCores: alone('columns.cpu', 'cores'),
  memUsedBytes: alone('columns.mem', 'bytes'),
  fsUsedBytes: alone('columns.disk', 'bytes'),
  ephemeralUsedBytes: alone('columns.ephemeral', 'bytes'),
  usedBytes: alone('columns.used', 'bytes'),
  inodesUsed: alone('alarms.metric.inodesUsed', 'count'),
  nodeReadyCnt: alone('alarms.metric.nodesReady', 'count'),
  podPendingCnt: alone('alarms.metric.podsPending', 'count'),
  netRxBps: { ...network, label: 'alarms.metric.received' },
  netTxBps: { ...network, label: 'alarms.metric.sent' },
};

/** The metric of an alarm item and, for a percentage, the state field with the value of 100 %. */
const measuredBy: Readonly<Record<string, { readonly metric: string; readonly totalField?: string }>> = {
  'pod.cpuUsage': { metric: 'cpuUsedCores', totalField: 'cpuLimitCores' },
  'pod.memUsage': { metric: 'memUsedBytes', totalField: 'memLimitBytes' },
  'pod.oomKilled': { metric: 'memUsedBytes' },
  'pod.ephemeral': { metric: 'ephemeralUsedBytes', totalField: 'ephemeralLimitBytes' },
  'pod.netRx': { metric: 'netRxBps' },
  'pod.netTx': { metric: 'netTxBps' },
  'node.cpuUsage': { metric: 'cpuUsedCores', totalField: 'cpuAllocatableCores' },
  'node.memUsage': { metric: 'memUsedBytes', totalField: 'memAllocatableBytes' },
  'node.fileSystem': { metric: 'fsUsedBytes', totalField: 'fsCapacityBytes' },
  'node.netRx': { metric: 'netRxBps' },
  'node.netTx': { metric: 'netTxBps' },
  'claim.usage': { metric: 'usedBytes', totalField: 'capacityBytes' },
  'claim.inodes': { metric: 'inodesUsed', totalField: 'inodes' },
  'cluster.podsPending': { metric: 'podPendingCnt' },
};

export interface EvidenceChart {
  readonly titleKey: PlainKey;
  readonly unit: ChartUnit;
  readonly series: readonly (Pick<ChartSeries, 'key' | 'avg'> & { readonly labelKey: PlainKey })[];
  /** The threshold of the alarm item in the unit of the chart. */
  readonly threshold: number | null;
}

type Known = Pick<Evidence, 'series' | 'threshold' | 'state'>;

/** The charts of the evidence; the metric of the alarm item comes first. */
export function evidenceCharts(
  { series, threshold, state }: Known,
  itemKey: AlarmRow['itemKey'],
): readonly EvidenceChart[] {
  const own = Object.hasOwn(measuredBy, itemKey) ? measuredBy[itemKey] : undefined;
  const line = own
    ? lineAt(threshold, itemKey, own.totalField === undefined ? undefined : state?.[own.totalField])
    : null;
  const charts = new Map<PlainKey, EvidenceChart>();
  for (const { metric, values } of series?.list ?? []) {
    const found = Object.hasOwn(metricCharts, metric) ? metricCharts[metric] : undefined;
    if (!found || values.every((value) => value === null)) continue;
    const before = charts.get(found.chart);
    charts.set(found.chart, {
      titleKey: found.chart,
      unit: found.unit,
      series: [...(before?.series ?? []), { key: metric, labelKey: found.label, avg: values }],
      threshold: metric === own?.metric ? line : (before?.threshold ?? null),
    });
  }
  const isOwn = (chart: EvidenceChart) => chart.series.some(({ key }) => key === own?.metric);
  return [...charts.values()].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

function lineAt(threshold: number | null, itemKey: string, totalField: unknown): number | null {
  if (threshold === null) return null;
  const unit = alarmItem(itemKey)?.unit;
  if (unit === 'percent')
    return typeof totalField === 'number' && totalField > 0 ? (threshold / 100) * totalField : null;
  return unit === 'bytesPerSecond' || unit === 'count' ? threshold : null;
}

interface StateLine {
  readonly name: string;
  readonly text: string;
}

const MAX_LINES = 60;

/** A stored object state, one line per field. Nested fields become lines with a prefix. */
export function stateLines(state: Readonly<Record<string, unknown>>, prefix = ''): StateLine[] {
  const lines = Object.entries(state).flatMap(([name, value]) => linesOf(`${prefix}${name}`, value));
  return prefix === '' ? lines.slice(0, MAX_LINES) : lines;
}

function linesOf(name: string, value: unknown): StateLine[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one, at) => elementLines(name, one, at));
  if (typeof value === 'object') return stateLines({ ...value }, `${name}.`);
  return [{ name, text: textOf(name, value) }];
}

/** Each container is one line, with its name in the prefix. */
function elementLines(name: string, value: unknown, at: number): StateLine[] {
  if (typeof value !== 'object' || value === null) return linesOf(`${name}.${at + 1}`, value);
  const { name: own, ...rest } = { name: undefined, ...value };
  const parts = stateLines(rest, ' ').map((line) => `${line.name.trim()} ${line.text}`);
  return [{ name: `${name}.${typeof own === 'string' ? own : at + 1}`, text: parts.join(' · ') }];
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'number') return String(value);
  if (name.endsWith('Bytes')) return formatBytesLimit(value);
  if (name.endsWith('Cores')) return formatCoresLimit(value);
  if (name.endsWith('AtMs')) return formatInstant(value);
  return String(value);
}
