import type { SampledKind } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { MetricStore, Series, SeriesAnswer } from '@gwanje/metric-store/interface';
import type { LiveState } from '../live/live-state.ts';
import { STALE_MS } from '../live/tables/derived-state.ts';

/** One point per 15 s of the five minutes after which data is stale. */
const POINTS = 21;
const IDS_AT_ONCE = 2000;
const DAY_MS = 86_400_000;

/** Writes the last values of the objects up to `atMs` into a live state of the past. */
export async function putValues(
  live: LiveState,
  store: MetricStore,
  scope: SampledKind,
  ids: readonly number[],
  atMs: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE);
    const answer = await store.series({ scope, ids: some, metrics: metricNames(scope), ...lately(atMs) });
    const silent = putNewest(live, scope, some, answer, atMs);
    await markSilent(live, store, scope, silent, atMs);
  }
}

/** The time range of values that are not stale at `atMs`. */
export function lately(atMs: number) {
  return { fromMs: Math.max(0, atMs - STALE_MS), toMs: atMs + 1, maxPoints: POINTS };
}

/** End of the newest bucket with a value; null when no bucket has one. */
export function newestMs(series: readonly Series[], answer: SeriesAnswer, atMs: number): number | null {
  const bucket = newestBucket(series, answer.pointCnt);
  return bucket < 0 ? null : bucketMs(answer, bucket, atMs);
}

function newestBucket(series: readonly Series[], pointCnt: number): number {
  for (let bucket = pointCnt - 1; bucket >= 0; bucket--) {
    if (series.some(({ avg }) => typeof avg[bucket] === 'number')) return bucket;
  }
  return -1;
}

function bucketMs({ startMs, stepMs }: SeriesAnswer, bucket: number, atMs: number): number {
  return Math.min(atMs, startMs + (bucket + 1) * stepMs);
}

/** Returns the ids without a value. */
function putNewest(
  live: LiveState,
  scope: SampledKind,
  ids: readonly number[],
  answer: SeriesAnswer,
  atMs: number,
): number[] {
  const byId = Map.groupBy(answer.series, ({ id }) => id);
  const byBucket = Map.groupBy(ids, (id) => newestBucket(byId.get(id) ?? [], answer.pointCnt));
  for (const [bucket, members] of byBucket) {
    if (bucket < 0) continue;
    const columns = metricNames(scope).map((metric) => {
      const values = members.map(
        (id) => byId.get(id)?.find((series) => series.metric === metric)?.avg[bucket] ?? Number.NaN,
      );
      return [metric, Float64Array.from(values)] as const;
    });
    live.applySamples(
      scope,
      Int32Array.from(members),
      bucketMs(answer, bucket, atMs),
      Object.fromEntries<Float64Array>(columns),
    );
  }
  return byBucket.get(-1) ?? [];
}

/** Objects with older values become stale. Objects that never had a value follow the age of their cluster. */
async function markSilent(
  live: LiveState,
  store: MetricStore,
  scope: SampledKind,
  ids: readonly number[],
  atMs: number,
): Promise<void> {
  const toMs = atMs - STALE_MS;
  const [metric] = metricNames(scope);
  if (ids.length === 0 || toMs <= 0 || metric === undefined) return;
  const fromMs = Math.max(0, toMs - DAY_MS);
  const before = await store.aggregate({ scope, ids, metrics: [metric], fromMs, toMs });
  const silent = before.filter(({ value }) => value !== null).map(({ id }) => id);
  live.applySamples(scope, Int32Array.from(silent), toMs, {});
}
