import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { AppliedBatch } from '../apply/apply-batch.ts';
import { mergeEvents } from '../apply/events.ts';
import { IdBlocks } from '../identify/id-block-repository.ts';
import { refusal } from '../receive/refusal.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { hasCluster } from '../state/cluster-repository.ts';
import type { Clusters } from '../state/clusters.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';
import type { PendingWrites } from '../state/pending-writes.ts';
import { appendSamples, countKnown } from './append-samples.ts';
import { markDeferring } from './batch-repository.ts';
import {
  commit,
  restorePending,
  takePending,
  writeAhead,
  writeEventsSeparately,
  writeObjectsSeparately,
} from './commit.ts';

export interface PersistOptions {
  readonly db: Db;
  readonly metrics: MetricStore;
  readonly clusters: Clusters;
  readonly observer: IngestObserver;
}

export interface PersistResult {
  readonly stored: readonly AppliedBatch[];
  readonly failed: readonly { readonly batch: AppliedBatch; readonly error: AppError }[];
}

/** Makes a group of batches durable: first the samples, then one transaction with everything else. */
export class GroupPersister {
  readonly #options: PersistOptions;
  readonly #changeIds: IdBlocks;

  constructor(options: PersistOptions) {
    this.#options = options;
    this.#changeIds = new IdBlocks(options.db, 'object_change_change_id_seq');
  }

  async persist(batches: readonly AppliedBatch[]): Promise<PersistResult> {
    if (batches.length === 0) return { stored: [], failed: [] };
    const { clusters, metrics, observer } = this.#options;
    const startMs = performance.now();
    try {
      const appended = await appendSamples(batches, metrics, observer);
      const appendedMs = performance.now();
      const pending = takePending(clusters.all());
      const objectCnt = sum(pending.values(), ({ objects, containers }) => objects.size + containers.size);
      const result = await this.#write(appended, pending);
      const { stored } = result;
      observer.groupStored({
        batchCnt: stored.length,
        rowCnt: sum(stored, ({ rows }) => countKnown(rows)),
        objectCnt,
        eventCnt: sum(stored, ({ events }) => events.length),
        appendMs: appendedMs - startMs,
        commitMs: performance.now() - appendedMs,
      });
      for (const { cluster, dropped } of stored) observer.rowsDropped(cluster.hostId, dropped);
      return result;
    } catch (error) {
      for (const batch of batches.toReversed()) undo(batch);
      throw error;
    }
  }

  /** Writes changes that timed work has made, without a batch. */
  async flush(): Promise<void> {
    await this.#write([], takePending(this.#options.clusters.all()));
  }

  async #write(
    batches: readonly AppliedBatch[],
    pending: ReadonlyMap<ClusterMemory, PendingWrites>,
  ): Promise<PersistResult> {
    const { db, observer } = this.#options;
    if (batches.length === 0 && pending.size === 0) return { stored: [], failed: [] };
    try {
      await this.#numberChanges(pending.values());
      await markDeferring(db, pending.keys());
      await writeAhead(db, pending);
      afterCommit(batches, await commit(db, batches, [...pending.values()]));
      return { stored: batches, failed: [] };
    } catch (error) {
      restorePending(pending);
      // The connection may have broken after the database committed.
      for (const cluster of pending.keys()) cluster.isDeferringMarked = false;
      observer.storeFailed('commit', error);
      if (isUnavailable(error)) throw error;
    }
    return await this.#writeSeparately(batches, [...pending.keys()]);
  }

  /**
   * A connection may break during the commit. With its id, a change that is written twice is still one row.
   */
  async #numberChanges(pending: Iterable<PendingWrites>): Promise<void> {
    const fresh = [...pending].flatMap(({ changes }) => changes.filter(({ id }) => id === undefined));
    await this.#changeIds.reserve(fresh.length);
    for (const change of fresh) change.id = this.#changeIds.take();
  }

  /**
   * The database refused a row of the group. Each cluster is written separately, so that the others are not
   * affected.
   */
  async #writeSeparately(
    batches: readonly AppliedBatch[],
    changed: readonly ClusterMemory[],
  ): Promise<PersistResult> {
    const { db, clusters, observer } = this.#options;
    const stored: AppliedBatch[] = [];
    const failed: { batch: AppliedBatch; error: AppError }[] = [];
    for (const cluster of new Set([...changed, ...batches.map((batch) => batch.cluster)])) {
      const own = batches.filter((batch) => batch.cluster === cluster);
      if (!(await hasCluster(db, cluster.hostId))) {
        clusters.remove(cluster.hostId);
        for (const batch of own) failed.push({ batch, error: refusal('unknownToken') });
        continue;
      }
      await markDeferring(db, [cluster]);
      await writeObjectsSeparately(db, cluster, (objectId, error) =>
        observer.objectDropped(cluster.hostId, objectId, error),
      );
      for (const batch of own) {
        try {
          stored.push(await this.#writeBatch(batch));
        } catch (error) {
          if (isUnavailable(error)) throw error;
          // The batch was valid, so this is an error of the server and not a refusal.
          observer.batchFailed(cluster.hostId, batch.agent.agentId, error);
          undo(batch);
          failed.push({ batch, error: new AppError('unknown') });
        }
      }
    }
    return { stored, failed };
  }

  /** Writes one batch whose objects are written already, without the events that the database refuses. */
  async #writeBatch(batch: AppliedBatch): Promise<AppliedBatch> {
    const { db, observer } = this.#options;
    try {
      afterCommit([batch], await commit(db, [batch], []));
      return batch;
    } catch (error) {
      if (isUnavailable(error) || batch.events.length === 0) throw error;
    }
    const { hostId } = batch.cluster;
    await writeEventsSeparately(db, mergeEvents(batch.events), (event, error) => {
      batch.dropped.unstorable++;
      observer.eventDropped(hostId, event.record.uid, error);
    });
    const rest = { ...batch, events: [] };
    afterCommit([rest], await commit(db, [rest], []));
    return rest;
  }
}

/** The batch is not stored, and the agent resends it. */
function undo({ received, cluster, retry, resolvable, events }: AppliedBatch): void {
  retry?.undo();
  cluster.events.subtract(events.length, received.receivedAt.getTime());
  for (const { name } of resolvable) cluster.unresolved.add(name);
}

function afterCommit(batches: readonly AppliedBatch[], rowIds: ReadonlyMap<AppliedBatch, number>): void {
  for (const batch of batches) {
    const { cluster, agent, waiting } = batch;
    cluster.agents.set(agent.agentId, agent);
    cluster.isDeferringMarked = cluster.deferred.size > 0;
    if (waiting)
      cluster.waiting.add({ rowId: rowIds.get(batch), receivedMs: waiting.receivedMs, rows: waiting.rows });
  }
}

function sum<Item>(items: Iterable<Item>, getValue: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += getValue(item);
  return total;
}
