import type { MetricStore, SampleBatch, SeriesAnswer } from '@gwanje/metric-store/interface';
import type { Mutex } from 'async-mutex';
import type { IngestLimits } from '../../config.ts';
import type { LiveState } from '../../live/live-state.ts';
import { STALE_MS } from '../../live/tables/derived-state.ts';
import { machinesAmong } from '../../live/views/machines.ts';
import { endIfSilent } from '../apply/apply-batch.ts';
import { countRows } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import type { Clusters } from '../state/clusters.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';
import type { TimeRange } from '../state/late-range.ts';
import { intervalStart, SAMPLE_INTERVAL_MS, storableOrNaN } from '../state/sample-interval.ts';
import { isBadInput } from './append-samples.ts';
import type { GroupPersister } from './persist-group.ts';

interface TimeContext {
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly limits: IngestLimits;
  readonly clusters: Clusters;
  readonly persister: GroupPersister;
  readonly observer: IngestObserver;
}

/**
 * Timed work without a batch. Only the sums are computed without the mutex: they read and write the metric
 * store.
 */
export async function passTime(context: TimeContext, mutex: Mutex, nowMs: number): Promise<void> {
  await mutex.runExclusive(() => expire(context, nowMs));
  for (const cluster of context.clusters.all()) await recomputeLateSums(cluster, context, nowMs);
}

async function expire({ limits, clusters, persister, observer }: TimeContext, nowMs: number): Promise<void> {
  const expired = new Map<number, number[]>();
  for (const cluster of clusters.all()) {
    endIfSilent(cluster, nowMs);
    cluster.releaseDeferredChanges(nowMs, limits.changesPerHour);
    cluster.registry.dropDeleted(nowMs);
    cluster.dropSilentAgents(nowMs);
    const waited = cluster.waiting.expire(nowMs);
    const rowCnt = waited.reduce((sum, { rows }) => sum + countRows(rows), 0);
    if (rowCnt > 0) observer.waitingExpired(cluster.hostId, rowCnt);
    const rowIds = waited.flatMap(({ rowId }) => rowId ?? []);
    if (rowIds.length > 0) expired.set(cluster.hostId, rowIds);
  }
  await persister.deleteWaiting(expired);
  await persister.flush();
}

async function recomputeLateSums(
  cluster: ClusterMemory,
  { live, metrics, observer }: TimeContext,
  nowMs: number,
): Promise<void> {
  const range = cluster.late.take(nowMs);
  if (!range) return;
  try {
    await recomputeSums(cluster, range, metrics, (id) => live.stateOf('node', id)?.isVirtual ?? false);
    cluster.late.done();
  } catch (error) {
    if (isBadInput(error)) cluster.late.done();
    else cluster.late.putBack(range, nowMs);
    observer.sumsFailed(cluster.hostId, error);
  }
}

/** Metrics of a cluster that are the sum over its nodes. */
const SUMMED = ['cpuUsedCores', 'memUsedBytes', 'fsUsedBytes', 'netRxBps', 'netTxBps'];
const STEP_MS = 30 * 60_000;

/**
 * Computes the sums of a time range again from the stored node samples. Of two sums at one time the larger
 * stays.
 */
export async function recomputeSums(
  { hostId, registry }: ClusterMemory,
  { fromMs, toMs }: TimeRange,
  metrics: MetricStore,
  isVirtual: (nodeId: number) => boolean,
): Promise<void> {
  const nodeIds = [...registry.all('node')].map(({ id }) => id);
  const ids = machinesAmong(nodeIds, isVirtual);
  const endMs = intervalStart(toMs) + SAMPLE_INTERVAL_MS;
  for (let startMs = intervalStart(fromMs); startMs < endMs; startMs += STEP_MS) {
    const span = { fromMs: startMs - STALE_MS, toMs: Math.min(startMs + STEP_MS, endMs) };
    const maxPoints = Math.ceil((span.toMs - span.fromMs) / SAMPLE_INTERVAL_MS);
    const answer = await metrics.series({ scope: 'node', ids, metrics: SUMMED, maxPoints, ...span });
    // The raw samples are deleted already.
    if (answer.stepMs !== SAMPLE_INTERVAL_MS) continue;
    await metrics.append(sumsOf(answer, startMs, hostId));
  }
}

/** The last value of a node counts until it is stale, as in the live state. */
function sumsOf({ series, startMs, stepMs, pointCnt }: SeriesAnswer, fromMs: number, hostId: number) {
  const sums = new Map(SUMMED.map((metric) => [metric, new Float64Array(pointCnt).fill(Number.NaN)]));
  for (const { metric, avg } of series) {
    const ofMetric = sums.get(metric);
    if (!ofMetric) continue;
    let last = Number.NaN;
    let lastAt = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < pointCnt; at++) {
      const value = avg[at] ?? null;
      if (value !== null) [last, lastAt] = [value, at];
      if ((at - lastAt) * stepMs >= STALE_MS) continue;
      const sum = ofMetric[at] ?? Number.NaN;
      ofMetric[at] = Number.isNaN(sum) ? last : sum + last;
    }
  }
  const rows: SampleBatch[] = [];
  for (let at = Math.round((fromMs - startMs) / stepMs); at < pointCnt; at++) {
    const columns = Object.fromEntries(
      [...sums].map(([metric, values]) => [metric, [storableOrNaN(metric, values[at] ?? Number.NaN)]]),
    );
    rows.push({ scope: 'cluster', tsMs: startMs + at * stepMs, ids: [hostId], columns });
  }
  return rows;
}
