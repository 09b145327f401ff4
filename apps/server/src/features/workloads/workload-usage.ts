import { parseState } from '@gwanje/kinds/state/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { PodLife } from './workload-repository.ts';

/** The metric store answers so many series at once. */
const PODS_PER_QUERY = 250;
const METRICS = ['cpuUsedCores', 'memUsedBytes'] as const;

type Sums = (number | null)[];

interface Amount {
  readonly request: 'cpuRequestCores' | 'memRequestBytes';
  readonly limit: 'cpuLimitCores' | 'memLimitBytes';
}
const AMOUNTS: readonly Amount[] = [
  { request: 'cpuRequestCores', limit: 'cpuLimitCores' },
  { request: 'memRequestBytes', limit: 'memLimitBytes' },
];

/**
 * Adds up the pods that existed in each step. A step in which no pod was measured has no use; where only some were
 * measured, the counts show it.
 */
export async function sumUsage(
  store: MetricStore,
  workloadId: number,
  pods: readonly PodLife[],
  range: { readonly fromMs: number; readonly toMs: number; readonly maxPoints: number },
) {
  let grid: { startMs: number; stepMs: number; pointCnt: number } | undefined;
  const used = new Map<string, Sums>();
  let measuredCnt: number[] = [];
  // The metric store decides the steps, so one query is needed also without pods: an id that is not a pod's has no values.
  for (let start = 0; start === 0 || start < pods.length; start += PODS_PER_QUERY) {
    const ids = pods.slice(start, start + PODS_PER_QUERY).map(({ objectId }) => objectId);
    const answer = await store.series({
      scope: 'pod',
      ids: ids.length > 0 ? ids : [workloadId],
      metrics: METRICS,
      ...range,
    });
    grid ??= answer;
    if (measuredCnt.length === 0) measuredCnt = new Array<number>(answer.pointCnt).fill(0);
    for (const { metric, avg } of answer.series) {
      const sums = used.get(metric) ?? new Array<number | null>(answer.pointCnt).fill(null);
      used.set(metric, sums);
      for (const [at, value] of avg.entries()) {
        if (value === null) continue;
        sums[at] = (sums[at] ?? 0) + value;
        if (metric === 'cpuUsedCores') measuredCnt[at] = (measuredCnt[at] ?? 0) + 1;
      }
    }
  }
  const { startMs, stepMs, pointCnt } = grid ?? { startMs: range.fromMs, stepMs: 1, pointCnt: 0 };
  return {
    start: new Date(startMs).toISOString(),
    stepMs: Math.max(1, Math.round(stepMs)),
    measuredCnt,
    cpuUsedCores: used.get('cpuUsedCores') ?? [],
    memUsedBytes: used.get('memUsedBytes') ?? [],
    ...sumAmounts(pods, { startMs, stepMs, pointCnt }),
  };
}

/** Requests and limits of the pods, by step; a request that is not set counts nothing. */
function sumAmounts(pods: readonly PodLife[], grid: { startMs: number; stepMs: number; pointCnt: number }) {
  const { startMs, stepMs, pointCnt } = grid;
  const podCnt = new Array<number>(pointCnt).fill(0);
  const sums = {
    cpuRequestCores: new Array<number | null>(pointCnt).fill(null),
    memRequestBytes: new Array<number | null>(pointCnt).fill(null),
    cpuLimitCores: new Array<number | null>(pointCnt).fill(null),
    memLimitBytes: new Array<number | null>(pointCnt).fill(null),
  };
  const isUnlimited = { cpuLimitCores: new Set<number>(), memLimitBytes: new Set<number>() };
  for (const { state, fromMs, toMs } of pods) {
    const pod = parseState('pod', state);
    const first = Math.max(0, Math.floor((fromMs - startMs) / stepMs));
    const last = Math.min(pointCnt - 1, Math.floor(((toMs ?? Number.POSITIVE_INFINITY) - startMs) / stepMs));
    for (let at = first; at <= last; at++) {
      podCnt[at] = (podCnt[at] ?? 0) + 1;
      for (const { request, limit } of AMOUNTS) {
        sums[request][at] = (sums[request][at] ?? 0) + Math.max(0, pod[request]);
        if (pod[limit] < 0) isUnlimited[limit].add(at);
        else sums[limit][at] = (sums[limit][at] ?? 0) + pod[limit];
      }
    }
  }
  for (const { limit } of AMOUNTS) for (const at of isUnlimited[limit]) sums[limit][at] = null;
  return { podCnt, ...sums };
}
