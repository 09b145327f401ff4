import type { MetricName } from '@gwanje/kinds/state/states';
import type { ChartData, ChartUnit } from '@gwanje/ui/chart/model/chart-data';
import type { PlainKey } from '#core/i18n/i18n.ts';
import { largestFirst } from '#entities/object-page/charts/chart-data.ts';
import type { SeriesAnswer } from '#entities/object-page/charts/series-queries.ts';
import type { HistoryTab } from '../history-queries.ts';
import type { PodRow } from './pod-list.ts';

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
  const seriesList = answer.seriesList.filter((series) => series.metric === metric);
  return largestFirst({ ...answer, seriesList }, undefined, ({ id, name }) => {
    const pod = byId.get(id);
    const shown = pod?.name ?? name;
    return pod && pod.deletedAt !== null ? deletedName(shown) : shown;
  });
}
