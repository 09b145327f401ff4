import { metricCatalogue } from '@gwanje/kinds/metrics';
import type { MetricScope } from '@gwanje/kinds/registry';
import type { ChartUnit, LineStyle } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';

/** Whose series a chart shows: the object's own, its containers', or those of the pods that used most on the node. */
export type ChartSource = 'self' | 'containers' | 'topPods';

interface LinePlan {
  readonly labelKey: PlainKey;
  /** Null or negative: not known, not set; no line then. */
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
  /** Shares in percent instead of the values: of what, by which name. */
  readonly shares?: readonly { readonly labelKey: PlainKey; readonly of: number | null }[];
  /** Takes the whole width. */
  readonly isWide?: boolean;
}

export type Resource = 'cpu' | 'mem' | 'disk' | 'network' | 'blockIO';

interface Limits {
  readonly cpuRequestCores: number | null;
  readonly cpuLimitCores: number | null;
  readonly memRequestBytes: number | null;
  readonly memLimitBytes: number | null;
}

export interface NodeFigures extends Limits {
  readonly cpuAllocatableCores: number | null;
  readonly memAllocatableBytes: number | null;
  readonly fsCapacityBytes: number | null;
}

type Planned = Omit<ChartPlan, 'id' | 'unit'> & { readonly unit?: ChartUnit };

function limitLines(request: number | null, limit: number | null): readonly LinePlan[] {
  return [
    { labelKey: 'monitoring.line.limit', value: limit, style: 'limit' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
  ];
}

function allocatableLines(
  request: number | null,
  limit: number | null,
  allocatable: number | null,
): readonly LinePlan[] {
  return [
    { labelKey: 'monitoring.line.allocatable', value: allocatable, style: 'allocatable' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
    { labelKey: 'monitoring.line.limit', value: limit, style: 'limit' },
  ];
}

function shareChart(
  titleKey: PlainKey,
  metric: string,
  request: number | null,
  limit: number | null,
): Planned {
  return {
    titleKey,
    noteKey: 'monitoring.note.ofLimit',
    source: 'self',
    metrics: [metric],
    shares: [
      { labelKey: 'monitoring.share.limit', of: limit },
      { labelKey: 'monitoring.share.request', of: request },
    ],
  };
}

export function nodeCharts(resource: Resource, node: NodeFigures): readonly ChartPlan[] {
  switch (resource) {
    case 'cpu':
      return plans('node', [
        {
          titleKey: 'columns.cpu',
          source: 'self',
          metrics: ['cpuUsedCores'],
          lines: allocatableLines(node.cpuRequestCores, node.cpuLimitCores, node.cpuAllocatableCores),
          isWide: true,
        },
        topPods('monitoring.chart.cpuByPod', 'cpuUsedCores'),
        {
          titleKey: 'monitoring.chart.cpuShare',
          noteKey: 'monitoring.note.ofAllocatable',
          source: 'self',
          metrics: ['cpuUsedCores'],
          shares: [{ labelKey: 'monitoring.share.allocatable', of: node.cpuAllocatableCores }],
        },
        { titleKey: 'columns.procCnt', source: 'self', metrics: ['procCnt'] },
      ]);
    case 'mem':
      return plans('node', [
        {
          titleKey: 'columns.mem',
          noteKey: 'monitoring.note.workingSet',
          source: 'self',
          metrics: ['memUsedBytes'],
          lines: allocatableLines(node.memRequestBytes, node.memLimitBytes, node.memAllocatableBytes),
          isWide: true,
        },
        topPods('monitoring.chart.memByPod', 'memUsedBytes'),
        {
          titleKey: 'monitoring.chart.memShare',
          noteKey: 'monitoring.note.ofAllocatable',
          source: 'self',
          metrics: ['memUsedBytes'],
          shares: [{ labelKey: 'monitoring.share.allocatable', of: node.memAllocatableBytes }],
        },
        {
          titleKey: 'monitoring.chart.memKinds',
          source: 'self',
          metrics: ['memRssBytes', 'memAvailableBytes'],
        },
        {
          titleKey: 'monitoring.chart.pageFaults',
          noteKey: 'monitoring.note.perSecond',
          source: 'self',
          metrics: ['majorPageFaultsPs'],
        },
      ]);
    case 'disk':
      return plans('node', [
        {
          titleKey: 'columns.disk',
          source: 'self',
          metrics: ['fsUsedBytes'],
          lines: [{ labelKey: 'columns.capacity', value: node.fsCapacityBytes, style: 'limit' }],
          isWide: true,
        },
        topPods('monitoring.chart.diskByPod', 'ephemeralUsedBytes'),
        {
          titleKey: 'columns.diskPct',
          source: 'self',
          metrics: ['fsUsedBytes'],
          shares: [{ labelKey: 'monitoring.share.capacity', of: node.fsCapacityBytes }],
        },
        { titleKey: 'monitoring.chart.imageFs', source: 'self', metrics: ['imageFsUsedBytes'] },
        { titleKey: 'monitoring.chart.inodes', source: 'self', metrics: ['fsInodesUsed', 'fsInodes'] },
      ]);
    case 'network':
      return plans('node', [
        {
          titleKey: 'monitoring.chart.traffic',
          source: 'self',
          metrics: ['netRxBps', 'netTxBps'],
          isWide: true,
        },
        topPods('monitoring.chart.rxByPod', 'netRxBps'),
        topPods('monitoring.chart.txByPod', 'netTxBps'),
        {
          titleKey: 'monitoring.chart.netErrors',
          noteKey: 'monitoring.note.perSecond',
          source: 'self',
          metrics: ['netRxErrPs', 'netTxErrPs'],
        },
      ]);
    case 'blockIO':
      return [];
  }
}

function topPods(titleKey: PlainKey, metric: string): Planned {
  const noteKey = 'monitoring.note.topPods';
  return { titleKey, noteKey, source: 'topPods', metrics: [metric], stacked: true, isWide: true };
}

function byContainer(titleKey: PlainKey, metric: string, more: Partial<Planned> = {}): Planned {
  const noteKey = 'monitoring.note.byContainer';
  return { titleKey, noteKey, source: 'containers', metrics: [metric], ...more };
}

export function podCharts(resource: Resource, pod: Limits): readonly ChartPlan[] {
  switch (resource) {
    case 'cpu':
      return plans('pod', [
        byContainer('columns.cpu', 'cpuUsedCores', {
          stacked: true,
          lines: limitLines(pod.cpuRequestCores, pod.cpuLimitCores),
          isWide: true,
        }),
        shareChart('monitoring.chart.cpuShare', 'cpuUsedCores', pod.cpuRequestCores, pod.cpuLimitCores),
        byContainer('columns.cpuThrottled', 'cpuThrottledRatio'),
        { titleKey: 'columns.procCnt', source: 'self', metrics: ['procCnt'] },
      ]);
    case 'mem':
      return plans('pod', [
        byContainer('columns.mem', 'memUsedBytes', {
          stacked: true,
          lines: limitLines(pod.memRequestBytes, pod.memLimitBytes),
          isWide: true,
        }),
        shareChart('monitoring.chart.memShare', 'memUsedBytes', pod.memRequestBytes, pod.memLimitBytes),
        byContainer('columns.memRss', 'memRssBytes', { stacked: true }),
        byContainer('columns.memCache', 'memCacheBytes', { stacked: true }),
      ]);
    case 'disk':
      return plans('pod', [
        { titleKey: 'columns.ephemeral', source: 'self', metrics: ['ephemeralUsedBytes'], isWide: true },
        byContainer('columns.rootfs', 'rootfsUsedBytes', { stacked: true }),
        byContainer('columns.logs', 'logsUsedBytes', { stacked: true }),
        byContainer('columns.blockIn', 'blockInBps', { stacked: true }),
        byContainer('columns.blockOut', 'blockOutBps', { stacked: true }),
      ]);
    case 'network':
      return plans('pod', [
        {
          titleKey: 'monitoring.chart.traffic',
          source: 'self',
          metrics: ['netRxBps', 'netTxBps'],
          isWide: true,
        },
        {
          titleKey: 'monitoring.chart.netErrors',
          noteKey: 'monitoring.note.perSecond',
          source: 'self',
          metrics: ['netRxErrPs', 'netTxErrPs'],
        },
      ]);
    case 'blockIO':
      return [];
  }
}

export function containerCharts(resource: Resource, container: Limits): readonly ChartPlan[] {
  const { cpuRequestCores, cpuLimitCores, memRequestBytes, memLimitBytes } = container;
  switch (resource) {
    case 'cpu':
      return plans('container', [
        {
          titleKey: 'columns.cpu',
          source: 'self',
          metrics: ['cpuUsedCores'],
          lines: limitLines(cpuRequestCores, cpuLimitCores),
          isWide: true,
        },
        shareChart('monitoring.chart.cpuShare', 'cpuUsedCores', cpuRequestCores, cpuLimitCores),
        { titleKey: 'columns.cpuThrottled', source: 'self', metrics: ['cpuThrottledRatio'] },
      ]);
    case 'mem':
      return plans('container', [
        {
          titleKey: 'columns.mem',
          noteKey: 'monitoring.note.workingSet',
          source: 'self',
          metrics: ['memUsedBytes'],
          lines: limitLines(memRequestBytes, memLimitBytes),
          isWide: true,
        },
        shareChart('monitoring.chart.memShare', 'memUsedBytes', memRequestBytes, memLimitBytes),
        {
          titleKey: 'monitoring.chart.memKinds',
          source: 'self',
          metrics: ['memRssBytes', 'memCacheBytes'],
        },
      ]);
    case 'blockIO':
      return plans('container', [
        {
          titleKey: 'monitoring.chart.blockBytes',
          source: 'self',
          metrics: ['blockInBps', 'blockOutBps'],
          isWide: true,
        },
        {
          titleKey: 'monitoring.chart.blockOps',
          noteKey: 'monitoring.note.perSecond',
          source: 'self',
          metrics: ['blockInOps', 'blockOutOps'],
        },
        {
          titleKey: 'monitoring.chart.files',
          source: 'self',
          metrics: ['rootfsUsedBytes', 'logsUsedBytes'],
        },
      ]);
    case 'disk':
    case 'network':
      return [];
  }
}

const scopeOfSource = { containers: 'container', topPods: 'pod' } as const;

function plans(scope: 'node' | 'pod' | 'container', planned: readonly Planned[]): readonly ChartPlan[] {
  return wholeRows(plansOf(scope, planned));
}

/** Two narrow charts fill a row; the last of an odd number has it alone. */
function wholeRows(charts: readonly ChartPlan[]): readonly ChartPlan[] {
  let isRowOpen = false;
  return charts.map((chart, index) => {
    const isLast = charts[index + 1]?.isWide ?? index === charts.length - 1;
    isRowOpen = !chart.isWide && !isRowOpen;
    return isRowOpen && isLast ? { ...chart, isWide: true } : chart;
  });
}

function plansOf(scope: 'node' | 'pod' | 'container', planned: readonly Planned[]): readonly ChartPlan[] {
  return planned.flatMap((one) => {
    const shares = one.shares?.filter(({ of }) => of !== null && of > 0);
    // A share of nothing: neither a limit nor a request is set.
    if (one.shares && shares?.length === 0) return [];
    const of = one.source === 'self' ? scope : scopeOfSource[one.source];
    return [
      {
        ...one,
        ...(shares && { shares }),
        id: `${one.source}:${one.metrics.join('+')}${shares ? ':share' : ''}`,
        unit: shares ? 'percent' : (one.unit ?? unitOf(of, one.metrics[0] ?? '')),
      },
    ];
  });
}

function unitOf(scope: MetricScope, name: string): ChartUnit {
  const catalogue: Readonly<Record<string, { readonly unit: ChartUnit }>> = metricCatalogue(scope);
  const metric = catalogue[name];
  if (!metric) throw new RangeError(`${scope} has no metric ${name}`);
  return metric.unit;
}

/** The metrics to ask for at once: of each source, whatever its charts need. */
export function metricsOf(charts: readonly ChartPlan[], source: ChartSource): readonly string[] {
  return [
    ...new Set(charts.filter((chart) => chart.source === source).flatMap((chart) => chart.metrics)),
  ].sort();
}
