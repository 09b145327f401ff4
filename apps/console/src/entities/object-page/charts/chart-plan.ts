import type { MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/states';
import type { ChartUnit, LineStyle } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';

/** Whose series a chart shows: the object's own, its containers', or those of the pods that used most on the node. */
export type ChartSource = 'self' | 'containers' | 'topPods';

interface LinePlan {
  readonly labelKey: PlainKey;
  /** Null or negative: unknown or not set; then there is no line. */
  readonly value: number | null;
  readonly style: LineStyle;
}

export interface ChartPlan {
  readonly id: string;
  readonly titleKey: PlainKey;
  readonly noteKey?: PlainKey;
  readonly unit: ChartUnit;
  readonly source: ChartSource;
  readonly metrics: readonly string[];
  readonly stacked?: boolean;
  readonly lines?: readonly LinePlan[];
  /** The chart shows percentages of these amounts instead of the values. */
  readonly shares?: readonly { readonly labelKey: PlainKey; readonly of: number | null }[];
  /** True: the chart has the full width. */
  readonly isWide?: boolean;
}

export type Resource = 'cpu' | 'mem' | 'disk' | 'network' | 'blockIO';

type Amount = number | null;
type Amounts<Name extends string> = Readonly<Record<Name, Amount>>;
type Limits = Amounts<'cpuRequestCores' | 'cpuLimitCores' | 'memRequestBytes' | 'memLimitBytes'>;
type NodeAmounts = Limits & Amounts<'cpuAllocatableCores' | 'memAllocatableBytes' | 'fsCapacityBytes'>;
type ClusterAmounts = Readonly<
  Record<'cpuCores' | 'memBytes', Amounts<'request' | 'limit' | 'allocatable'>>
> & {
  readonly fsBytes: Amounts<'capacity'>;
  readonly volume: { readonly capacityBytes: number };
};

type Planned = Omit<ChartPlan, 'id' | 'unit'>;
type More = Partial<Planned>;

const perSecond: More = { noteKey: 'monitoring.note.perSecond' };
const workingSet: More = { noteKey: 'monitoring.note.workingSet' };
const stacked: More = { stacked: true };
const wide: More = { isWide: true };

function linesOf(
  ...amounts: readonly (readonly [Exclude<LineStyle, 'warning' | 'critical'>, Amount])[]
): More {
  return {
    lines: amounts.map(([style, value]) => ({ labelKey: `monitoring.line.${style}`, value, style })),
  };
}

function boundLines({ request, limit, allocatable }: ClusterAmounts['cpuCores']): More {
  return linesOf(['allocatable', allocatable], ['request', request], ['limit', limit]);
}

function capacityLine(value: Amount): More {
  return { lines: [{ labelKey: 'columns.capacity', value, style: 'limit' }] };
}

/** A chart of the object's own series. */
function objectChart(titleKey: PlainKey, metrics: readonly string[], more: More = {}): Planned {
  return { titleKey, source: 'self', metrics, ...more };
}

function topPods(titleKey: PlainKey, metric: string): Planned {
  const noteKey = 'monitoring.note.topPods';
  return { titleKey, noteKey, source: 'topPods', metrics: [metric], stacked: true, isWide: true };
}

function byContainer(titleKey: PlainKey, metric: string, more: More = {}): Planned {
  const noteKey = 'monitoring.note.byContainer';
  return { titleKey, noteKey, source: 'containers', metrics: [metric], ...more };
}

function limitShares(titleKey: PlainKey, metric: string, request: Amount, limit: Amount): Planned {
  return objectChart(titleKey, [metric], {
    noteKey: 'monitoring.note.ofLimit',
    shares: [
      { labelKey: 'monitoring.share.limit', of: limit },
      { labelKey: 'monitoring.share.request', of: request },
    ],
  });
}

function allocatableShare(titleKey: PlainKey, metric: string, allocatable: Amount): Planned {
  return objectChart(titleKey, [metric], {
    noteKey: 'monitoring.note.ofAllocatable',
    shares: [{ labelKey: 'monitoring.share.allocatable', of: allocatable }],
  });
}

const traffic = objectChart('monitoring.chart.traffic', ['netRxBps', 'netTxBps']);
const networkErrors = objectChart('monitoring.chart.netErrors', ['netRxErrPs', 'netTxErrPs'], perSecond);
const processes = objectChart('columns.procCnt', ['procCnt']);

export function clusterCharts({ cpuCores, memBytes, fsBytes, volume }: ClusterAmounts): readonly ChartPlan[] {
  return plans('cluster', [
    objectChart('columns.cpu', ['cpuUsedCores'], boundLines(cpuCores)),
    objectChart('columns.mem', ['memUsedBytes'], boundLines(memBytes)),
    objectChart('monitoring.chart.pods', ['podRunningCnt', 'podPendingCnt', 'podFailedCnt']),
    traffic,
    objectChart('columns.disk', ['fsUsedBytes'], capacityLine(fsBytes.capacity)),
    objectChart('monitoring.chart.pvUsed', ['pvUsedBytes'], capacityLine(volume.capacityBytes)),
  ]);
}

type ChartsByResource = Readonly<Partial<Record<Resource, readonly Planned[]>>>;

export function nodeCharts(resource: Resource, node: NodeAmounts): readonly ChartPlan[] {
  const { cpuAllocatableCores: cpu, memAllocatableBytes: mem, fsCapacityBytes: capacity } = node;
  const cpuLines = boundLines({ request: node.cpuRequestCores, limit: node.cpuLimitCores, allocatable: cpu });
  const memLines = boundLines({ request: node.memRequestBytes, limit: node.memLimitBytes, allocatable: mem });
  const charts: ChartsByResource = {
    cpu: [
      objectChart('columns.cpu', ['cpuUsedCores'], { ...cpuLines, ...wide }),
      topPods('monitoring.chart.cpuByPod', 'cpuUsedCores'),
      allocatableShare('monitoring.chart.cpuShare', 'cpuUsedCores', cpu),
      processes,
    ],
    mem: [
      objectChart('columns.mem', ['memUsedBytes'], { ...memLines, ...workingSet, ...wide }),
      topPods('monitoring.chart.memByPod', 'memUsedBytes'),
      allocatableShare('monitoring.chart.memShare', 'memUsedBytes', mem),
      objectChart('monitoring.chart.memKinds', ['memRssBytes', 'memAvailableBytes']),
      objectChart('monitoring.chart.pageFaults', ['majorPageFaultsPs'], perSecond),
    ],
    disk: [
      objectChart('columns.disk', ['fsUsedBytes'], { ...capacityLine(capacity), ...wide }),
      topPods('monitoring.chart.diskByPod', 'ephemeralUsedBytes'),
      objectChart('columns.diskPct', ['fsUsedBytes'], {
        shares: [{ labelKey: 'monitoring.share.capacity', of: capacity }],
      }),
      objectChart('monitoring.chart.imageFs', ['imageFsUsedBytes']),
      objectChart('monitoring.chart.inodes', ['fsInodesUsed', 'fsInodes']),
    ],
    network: [
      { ...traffic, ...wide },
      topPods('monitoring.chart.rxByPod', 'netRxBps'),
      topPods('monitoring.chart.txByPod', 'netTxBps'),
      networkErrors,
    ],
  };
  return plans('node', charts[resource] ?? []);
}

/** The lines and the shares of a pod's or container's requests and limits. */
function limitCharts({ cpuRequestCores, cpuLimitCores, memRequestBytes, memLimitBytes }: Limits) {
  return {
    cpuLines: linesOf(['limit', cpuLimitCores], ['request', cpuRequestCores]),
    memLines: linesOf(['limit', memLimitBytes], ['request', memRequestBytes]),
    cpuShares: limitShares('monitoring.chart.cpuShare', 'cpuUsedCores', cpuRequestCores, cpuLimitCores),
    memShares: limitShares('monitoring.chart.memShare', 'memUsedBytes', memRequestBytes, memLimitBytes),
  };
}

export function podCharts(resource: Resource, pod: Limits): readonly ChartPlan[] {
  const { cpuLines, memLines, cpuShares, memShares } = limitCharts(pod);
  const charts: ChartsByResource = {
    cpu: [
      byContainer('columns.cpu', 'cpuUsedCores', { ...cpuLines, ...stacked, ...wide }),
      cpuShares,
      byContainer('columns.cpuThrottled', 'cpuThrottledRatio'),
      processes,
    ],
    mem: [
      byContainer('columns.mem', 'memUsedBytes', { ...memLines, ...stacked, ...wide }),
      memShares,
      byContainer('columns.memRss', 'memRssBytes', stacked),
      byContainer('columns.memCache', 'memCacheBytes', stacked),
    ],
    disk: [
      objectChart('columns.ephemeral', ['ephemeralUsedBytes'], wide),
      byContainer('columns.rootfs', 'rootfsUsedBytes', stacked),
      byContainer('columns.logs', 'logsUsedBytes', stacked),
      byContainer('columns.blockIn', 'blockInBps', stacked),
      byContainer('columns.blockOut', 'blockOutBps', stacked),
    ],
    network: [{ ...traffic, ...wide }, networkErrors],
  };
  return plans('pod', charts[resource] ?? []);
}

export function containerCharts(resource: Resource, container: Limits): readonly ChartPlan[] {
  const { cpuLines, memLines, cpuShares, memShares } = limitCharts(container);
  const charts: ChartsByResource = {
    cpu: [
      objectChart('columns.cpu', ['cpuUsedCores'], { ...cpuLines, ...wide }),
      cpuShares,
      objectChart('columns.cpuThrottled', ['cpuThrottledRatio']),
    ],
    mem: [
      objectChart('columns.mem', ['memUsedBytes'], { ...memLines, ...workingSet, ...wide }),
      memShares,
      objectChart('monitoring.chart.memKinds', ['memRssBytes', 'memCacheBytes']),
    ],
    blockIO: [
      objectChart('monitoring.chart.blockBytes', ['blockInBps', 'blockOutBps'], wide),
      objectChart('monitoring.chart.blockOps', ['blockInOps', 'blockOutOps'], perSecond),
      objectChart('monitoring.chart.files', ['rootfsUsedBytes', 'logsUsedBytes']),
    ],
  };
  return plans('container', charts[resource] ?? []);
}

/** Two narrow charts fill a row. A narrow chart without a second one beside it becomes wide. */
function plans(scope: MetricScope, planned: readonly Planned[]): readonly ChartPlan[] {
  let isRowOpen = false;
  return planned
    .flatMap((chart) => planOf(scope, chart))
    .map((chart, index, charts) => {
      const next = charts[index + 1];
      const isWithoutNeighbour = next === undefined || next.isWide === true;
      isRowOpen = !chart.isWide && !isRowOpen;
      return isRowOpen && isWithoutNeighbour ? { ...chart, isWide: true } : chart;
    });
}

const scopeOfSource = { containers: 'container', topPods: 'pod' } as const;

/** Returns no chart for a percentage chart whose amounts are not set. */
function planOf(scope: MetricScope, chart: Planned): readonly ChartPlan[] {
  const shares = chart.shares?.filter(({ of }) => of !== null && of > 0);
  if (shares?.length === 0) return [];
  const metricScope = chart.source === 'self' ? scope : scopeOfSource[chart.source];
  return [
    {
      ...chart,
      ...(shares && { shares }),
      id: `${chart.source}:${chart.metrics.join('+')}${shares ? ':share' : ''}`,
      unit: shares ? 'percent' : unitOf(metricScope, chart.metrics[0] ?? ''),
    },
  ];
}

function unitOf(scope: MetricScope, name: string): ChartUnit {
  const catalogue: Readonly<Record<string, { readonly unit: ChartUnit }>> = metricCatalogue(scope);
  const metric = catalogue[name];
  if (!metric) throw new RangeError(`${scope} has no metric ${name}`);
  return metric.unit;
}

/** All metrics that the charts of a source need, for one request. */
export function metricsOf(charts: readonly ChartPlan[], source: ChartSource): readonly string[] {
  return [
    ...new Set(charts.filter((chart) => chart.source === source).flatMap((chart) => chart.metrics)),
  ].sort();
}
