import type { ChartPlan } from '../charts/chart-plan.ts';

interface Amounts {
  readonly request: number;
  readonly limit: number;
  readonly allocatable: number;
}

/** How the cluster went, of the sums that are kept of it. */
export function clusterCharts(cluster: {
  readonly cpuCores: Amounts;
  readonly memBytes: Amounts;
  readonly fsBytes: { readonly capacity: number | null };
  readonly volume: { readonly capacityBytes: number };
}): readonly ChartPlan[] {
  const lines = ({ request, limit, allocatable }: Amounts): NonNullable<ChartPlan['lines']> => [
    { labelKey: 'monitoring.line.allocatable', value: allocatable, style: 'allocatable' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
    { labelKey: 'monitoring.line.limit', value: limit, style: 'limit' },
  ];
  return [
    {
      id: 'cpu',
      titleKey: 'columns.cpu',
      unit: 'cores',
      source: 'self',
      metrics: ['cpuUsedCores'],
      lines: lines(cluster.cpuCores),
    },
    {
      id: 'mem',
      titleKey: 'columns.mem',
      unit: 'bytes',
      source: 'self',
      metrics: ['memUsedBytes'],
      lines: lines(cluster.memBytes),
    },
    {
      id: 'pods',
      titleKey: 'monitoring.chart.pods',
      unit: 'count',
      source: 'self',
      metrics: ['podRunningCnt', 'podPendingCnt', 'podFailedCnt'],
    },
    {
      id: 'traffic',
      titleKey: 'monitoring.chart.traffic',
      unit: 'bytesPerSecond',
      source: 'self',
      metrics: ['netRxBps', 'netTxBps'],
    },
    {
      id: 'disk',
      titleKey: 'columns.disk',
      unit: 'bytes',
      source: 'self',
      metrics: ['fsUsedBytes'],
      lines: [{ labelKey: 'columns.capacity', value: cluster.fsBytes.capacity, style: 'limit' }],
    },
    {
      id: 'pv',
      titleKey: 'monitoring.chart.pvUsed',
      unit: 'bytes',
      source: 'self',
      metrics: ['pvUsedBytes'],
      lines: [{ labelKey: 'columns.capacity', value: cluster.volume.capacityBytes, style: 'limit' }],
    },
  ];
}
