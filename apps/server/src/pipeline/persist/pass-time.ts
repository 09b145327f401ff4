import type { Database } from '@gwanje/backend/database/schema';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Mutex } from 'async-mutex';
import type { Kysely } from 'kysely';
import type { IngestLimits } from '../../config.ts';
import type { LiveState } from '../../live/live-state.ts';
import { endIfSilent } from '../apply/cluster-time.ts';
import { countRows } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import type { Clusters } from '../state/clusters.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';
import { isBadInput } from './append-samples.ts';
import { deleteWaiting } from './batch-repository.ts';
import type { GroupPersister } from './persist-group.ts';
import { recomputeSums } from './recompute-sums.ts';

interface TimeContext {
  readonly db: Kysely<Database>;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly limits: IngestLimits;
  readonly clusters: Clusters;
  readonly persister: GroupPersister;
  readonly observer: IngestObserver;
}

/** Does what time alone makes due. Only the sums are computed without the mutex: they read and write the metric store. */
export async function passTime(context: TimeContext, mutex: Mutex, nowMs: number): Promise<void> {
  await mutex.runExclusive(() => expire(context, nowMs));
  for (const cluster of context.clusters.all()) await recomputeLateSums(cluster, context, nowMs);
}

async function expire(
  { db, limits, clusters, persister, observer }: TimeContext,
  nowMs: number,
): Promise<void> {
  const expired: number[] = [];
  for (const cluster of clusters.all()) {
    endIfSilent(cluster, nowMs);
    cluster.releaseDeferredChanges(nowMs, limits.changesPerHour);
    cluster.registry.dropDeleted(nowMs);
    cluster.dropSilentAgents(nowMs);
    for (const { rowId, rows } of cluster.waiting.expire(nowMs)) {
      if (rowId !== undefined) expired.push(rowId);
      observer.waitingExpired(cluster.hostId, countRows(rows));
    }
  }
  await deleteWaiting(db, expired);
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
