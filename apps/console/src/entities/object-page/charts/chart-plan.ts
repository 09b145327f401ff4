import type { MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/metrics';
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
  /** Takes the whole width. */
  readonly isWide?: boolean;
}

export type Resource = 'cpu' | 'mem' | 'disk' | 'network' | 'blockIO';

type Amount = number | null;

interface Limits {
  readonly cpuRequestCores: Amount;
  readonly cpuLimitCores: Amount;
  readonly memRequestBytes: Amount;
  readonly memLimitBytes: Amount;
}

export interface NodeAmounts extends Limits {
  readonly cpuAllocatableCores: Amount;
  readonly memAllocatableBytes: Amount;
  readonly fsCapacityBytes: Amount;
}

export interface ClusterAmounts {
  readonly cpuCores: Bounds;
  readonly memBytes: Bounds;
  readonly fsBytes: { readonly capacity: Amount };
  readonly volume: { readonly capacityBytes: number };
}

interface Bounds {
  readonly request: Amount;
  readonly limit: Amount;
  readonly allocatable: Amount;
}

type Planned = Omit<ChartPlan, 'id' | 'unit'>;
type More = Partial<Planned>;

const perSecond: More = { noteKey: 'monitoring.note.perSecond' };
const workingSet: More = { noteKey: 'monitoring.note.workingSet' };
const stacked: More = { stacked: true };
const wide: More = { isWide: true };

function limitLines(request: Amount, limit: Amount): readonly LinePlan[] {
  return [
    { labelKey: 'monitoring.line.limit', value: limit, style: 'limit' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
  ];
}

function allocatableLines({ request, limit, allocatable }: Bounds): readonly LinePlan[] {
  return [
    { labelKey: 'monitoring.line.allocatable', value: allocatable, style: 'allocatable' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
    { labelKey: 'monitoring.line.limit', value: limit, style: 'limit' },
  ];
}

function capacityLine(capacity: Amount): readonly LinePlan[] {
  return [{ labelKey: 'columns.capacity', value: capacity, style: 'limit' }];
}

/** A chart of the object's own series. */
function objectChart(titleKey: PlainKey, names: readonly string[], more: More = {}): Planned {
  return { titleKey, source: 'self', metrics: names, ...more };
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
    objectChart('columns.cpu', ['cpuUsedCores'], { lines: allocatableLines(cpuCores) }),
    objectChart('columns.mem', ['memUsedBytes'], { lines: allocatableLines(memBytes) }),
    objectChart('monitoring.chart.pods', ['podRunningCnt', 'podPendingCnt', 'podFailedCnt']),
    traffic,
    objectChart('columns.disk', ['fsUsedBytes'], { lines: capacityLine(fsBytes.capacity) }),
    objectChart('monitoring.chart.pvUsed', ['pvUsedBytes'], { lines: capacityLine(volume.capacityBytes) }),
  ]);
}

export function nodeCharts(resource: Resource, node: NodeAmounts): readonly ChartPlan[] {
  switch (resource) {
    case 'cpu': {
      const { cpuRequestCores: request, cpuLimitCores: limit, cpuAllocatableCores: allocatable } = node;
      return plans('node', [
        objectChart('columns.cpu', ['cpuUsedCores'], {
          lines: allocatableLines({ request, limit, allocatable }),
          ...wide,
        }),
        topPods('monitoring.chart.cpuByPod', 'cpuUsedCores'),
        allocatableShare('monitoring.chart.cpuShare', 'cpuUsedCores', allocatable),
        processes,
      ]);
    }
    case 'mem': {
      const { memRequestBytes: request, memLimitBytes: limit, memAllocatableBytes: allocatable } = node;
      return plans('node', [
        objectChart('columns.mem', ['memUsedBytes'], {
          lines: allocatableLines({ request, limit, allocatable }),
          ...workingSet,
          ...wide,
        }),
        topPods('monitoring.chart.memByPod', 'memUsedBytes'),
        allocatableShare('monitoring.chart.memShare', 'memUsedBytes', allocatable),
        objectChart('monitoring.chart.memKinds', ['memRssBytes', 'memAvailableBytes']),
        objectChart('monitoring.chart.pageFaults', ['majorPageFaultsPs'], perSecond),
      ]);
    }
    case 'disk':
      return plans('node', [
        objectChart('columns.disk', ['fsUsedBytes'], { lines: capacityLine(node.fsCapacityBytes), ...wide }),
        topPods('monitoring.chart.diskByPod', 'ephemeralUsedBytes'),
        objectChart('columns.diskPct', ['fsUsedBytes'], {
          shares: [{ labelKey: 'monitoring.share.capacity', of: node.fsCapacityBytes }],
        }),
        objectChart('monitoring.chart.imageFs', ['imageFsUsedBytes']),
        objectChart('monitoring.chart.inodes', ['fsInodesUsed', 'fsInodes']),
      ]);
    case 'network':
      return plans('node', [
        { ...traffic, ...wide },
        topPods('monitoring.chart.rxByPod', 'netRxBps'),
        topPods('monitoring.chart.txByPod', 'netTxBps'),
        networkErrors,
      ]);
    case 'blockIO':
      return [];
  }
}

export function podCharts(resource: Resource, pod: Limits): readonly ChartPlan[] {
  const { cpuRequestCores, cpuLimitCores, memRequestBytes, memLimitBytes } = pod;
  switch (resource) {
    case 'cpu':
      return plans('pod', [
        byContainer('columns.cpu', 'cpuUsedCores', {
          lines: limitLines(cpuRequestCores, cpuLimitCores),
          ...stacked,
          ...wide,
        }),
        limitShares('monitoring.chart.cpuShare', 'cpuUsedCores', cpuRequestCores, cpuLimitCores),
        byContainer('columns.cpuThrottled', 'cpuThrottledRatio'),
        processes,
      ]);
    case 'mem':
      return plans('pod', [
        byContainer('columns.mem', 'memUsedBytes', {
          lines: limitLines(memRequestBytes, memLimitBytes),
          ...stacked,
          ...wide,
        }),
        limitShares('monitoring.chart.memShare', 'memUsedBytes', memRequestBytes, memLimitBytes),
        byContainer('columns.memRss', 'memRssBytes', stacked),
        byContainer('columns.memCache', 'memCacheBytes', stacked),
      ]);
    case 'disk':
      return plans('pod', [
        objectChart('columns.ephemeral', ['ephemeralUsedBytes'], wide),
        byContainer('columns.rootfs', 'rootfsUsedBytes', stacked),
        byContainer('columns.logs', 'logsUsedBytes', stacked),
        byContainer('columns.blockIn', 'blockInBps', stacked),
        byContainer('columns.blockOut', 'blockOutBps', stacked),
      ]);
    case 'network':
      return plans('pod', [{ ...traffic, ...wide }, networkErrors]);
    case 'blockIO':
      return [];
  }
}

export function containerCharts(resource: Resource, container: Limits): readonly ChartPlan[] {
  const { cpuRequestCores, cpuLimitCores, memRequestBytes, memLimitBytes } = container;
  switch (resource) {
    case 'cpu':
      return plans('container', [
        objectChart('columns.cpu', ['cpuUsedCores'], {
          lines: limitLines(cpuRequestCores, cpuLimitCores),
          ...wide,
        }),
        limitShares('monitoring.chart.cpuShare', 'cpuUsedCores', cpuRequestCores, cpuLimitCores),
        objectChart('columns.cpuThrottled', ['cpuThrottledRatio']),
      ]);
    case 'mem':
      return plans('container', [
        objectChart('columns.mem', ['memUsedBytes'], {
          lines: limitLines(memRequestBytes, memLimitBytes),
          ...workingSet,
          ...wide,
        }),
        limitShares('monitoring.chart.memShare', 'memUsedBytes', memRequestBytes, memLimitBytes),
        objectChart('monitoring.chart.memKinds', ['memRssBytes', 'memCacheBytes']),
      ]);
    case 'blockIO':
      return plans('container', [
        objectChart('monitoring.chart.blockBytes', ['blockInBps', 'blockOutBps'], wide),
        objectChart('monitoring.chart.blockOps', ['blockInOps', 'blockOutOps'], perSecond),
        objectChart('monitoring.chart.files', ['rootfsUsedBytes', 'logsUsedBytes']),
      ]);
    case 'disk':
    case 'network':
      return [];
  }
}

type Scope = 'cluster' | 'node' | 'pod' | 'container';

/** Two narrow charts fill a row. A narrow chart without a second one beside it becomes wide. */
function plans(scope: Scope, planned: readonly Planned[]): readonly ChartPlan[] {
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

/** Returns nothing for a chart of shares when none of their amounts is set. */
function planOf(scope: Scope, chart: Planned): readonly ChartPlan[] {
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
