import type { AlarmRow, Evidence } from '@gwanje/contract/alarms/alarms';
import type { ChartSeries, ChartUnit } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { alarmItem } from '#entities/alarms/alarm-text.ts';

interface MetricLook {
  readonly chart: PlainKey;
  readonly label: PlainKey;
  readonly unit: ChartUnit;
}

const network = { chart: 'alarms.metric.network', unit: 'bytesPerSecond' } as const;

function alone(label: PlainKey, unit: ChartUnit): MetricLook {
  return { chart: label, label, unit };
}

const looks: Readonly<Record<string, MetricLook>> = {
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

/** The series that an item measures and, for a percentage, the state field that is its 100 %. */
const measured: Readonly<Record<string, { readonly metric: string; readonly whole?: string }>> = {
  'pod.cpuUsage': { metric: 'cpuUsedCores', whole: 'cpuLimitCores' },
  'pod.memUsage': { metric: 'memUsedBytes', whole: 'memLimitBytes' },
  'pod.oomKilled': { metric: 'memUsedBytes' },
  'pod.ephemeral': { metric: 'ephemeralUsedBytes', whole: 'ephemeralLimitBytes' },
  'pod.netRx': { metric: 'netRxBps' },
  'pod.netTx': { metric: 'netTxBps' },
  'node.cpuUsage': { metric: 'cpuUsedCores', whole: 'cpuAllocatableCores' },
  'node.memUsage': { metric: 'memUsedBytes', whole: 'memAllocatableBytes' },
  'node.fileSystem': { metric: 'fsUsedBytes', whole: 'fsCapacityBytes' },
  'node.netRx': { metric: 'netRxBps' },
  'node.netTx': { metric: 'netTxBps' },
  'claim.usage': { metric: 'usedBytes', whole: 'capacityBytes' },
  'claim.inodes': { metric: 'inodesUsed', whole: 'inodes' },
  'cluster.podsPending': { metric: 'podPendingCnt' },
};

export interface EvidenceChart {
  readonly titleKey: PlainKey;
  readonly unit: ChartUnit;
  readonly series: readonly (Pick<ChartSeries, 'key' | 'avg'> & { readonly labelKey: PlainKey })[];
  /** The item's threshold in the unit of the chart. */
  readonly threshold: number | null;
}

type Known = Pick<Evidence, 'series' | 'threshold' | 'state'>;

/** The charts of the evidence, the item's own metric first. */
export function evidenceCharts(
  { series, threshold, state }: Known,
  itemKey: AlarmRow['itemKey'],
): readonly EvidenceChart[] {
  const own = Object.hasOwn(measured, itemKey) ? measured[itemKey] : undefined;
  const line = own
    ? lineAt(threshold, itemKey, own.whole === undefined ? undefined : state?.[own.whole])
    : null;
  const charts = new Map<PlainKey, EvidenceChart>();
  for (const { metric, values } of series?.list ?? []) {
    const look = Object.hasOwn(looks, metric) ? looks[metric] : undefined;
    if (!look || values.every((value) => value === null)) continue;
    const before = charts.get(look.chart);
    charts.set(look.chart, {
      titleKey: look.chart,
      unit: look.unit,
      series: [...(before?.series ?? []), { key: metric, labelKey: look.label, avg: values }],
      threshold: metric === own?.metric ? line : (before?.threshold ?? null),
    });
  }
  const isOwn = (chart: EvidenceChart) => chart.series.some(({ key }) => key === own?.metric);
  return [...charts.values()].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

function lineAt(threshold: number | null, itemKey: string, whole: unknown): number | null {
  if (threshold === null) return null;
  const unit = alarmItem(itemKey)?.unit;
  if (unit === 'percent') return typeof whole === 'number' && whole > 0 ? (threshold / 100) * whole : null;
  return unit === 'bytesPerSecond' || unit === 'count' ? threshold : null;
}
