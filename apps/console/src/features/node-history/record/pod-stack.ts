import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { querySeries } from '@gwanje/kinds/calls/series';
import type { MetricName } from '@gwanje/kinds/state/metrics';
import type { ChartData, ChartUnit, ChartValues } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { HistoryTab } from '../history-queries.ts';
import type { PodRow } from './pod-list.ts';

export type SeriesAnswer = ResponseOf<typeof querySeries>;

export interface StackPlan {
  readonly metric: MetricName<'pod'>;
  readonly titleKey: PlainKey;
  readonly unit: ChartUnit;
  /** The node's amount of the resource. */
  readonly bound?: 'cpuAllocatableCores' | 'memAllocatableBytes';
}

export const stackPlans: Record<Exclude<HistoryTab, 'summary'>, readonly StackPlan[]> = {
  cpu: [{ metric: 'cpuUsedCores', titleKey: 'nodeHistory.cpu', unit: 'cores', bound: 'cpuAllocatableCores' }],
  mem: [{ metric: 'memUsedBytes', titleKey: 'nodeHistory.mem', unit: 'bytes', bound: 'memAllocatableBytes' }],
  disk: [{ metric: 'ephemeralUsedBytes', titleKey: 'nodeHistory.disk', unit: 'bytes' }],
  network: [
    { metric: 'netRxBps', titleKey: 'nodeHistory.netRx', unit: 'bytesPerSecond' },
    { metric: 'netTxBps', titleKey: 'nodeHistory.netTx', unit: 'bytesPerSecond' },
  ],
};

/** One chart of an answer: one layer per pod, the largest consumer first. Deleted pods are labelled. */
export function podStack(
  answer: SeriesAnswer,
  metric: string,
  pods: readonly Pick<PodRow, 'podId' | 'name' | 'deletedAt'>[],
  deletedName: (name: string) => string,
): ChartData {
  const byId = new Map<number, (typeof pods)[number]>(pods.map((pod) => [pod.podId, pod]));
  const layers = answer.seriesList
    .filter((series) => series.metric === metric)
    .map(({ id, name, avg, min, max }) => {
      const pod = byId.get(id);
      const shown = pod?.name ?? name;
      const label = pod && pod.deletedAt !== null ? deletedName(shown) : shown;
      return { key: `${id}:${metric}`, label, avg, min, max, mean: meanOf(avg) };
    })
    .toSorted((a, b) => b.mean - a.mean);
  return {
    startMs: Date.parse(answer.start),
    stepMs: answer.stepMs,
    pointCnt: answer.pointCnt,
    series: layers.map(({ mean: _, ...series }) => series),
  };
}

/** Unknown values count as zero use: such pods come last. */
function meanOf(values: ChartValues): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? -1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
