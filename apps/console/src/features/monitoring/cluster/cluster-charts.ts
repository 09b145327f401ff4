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
}): readonly ChartPlan[] {
  const lines = ({ request, allocatable }: Amounts): NonNullable<ChartPlan['lines']> => [
    { labelKey: 'monitoring.line.allocatable', value: allocatable, style: 'allocatable' },
    { labelKey: 'monitoring.line.request', value: request, style: 'request' },
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
  ];
}
