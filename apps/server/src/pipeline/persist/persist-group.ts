import { isUnavailable } from '@gwanje/backend/database/connection';
import { AppError } from '@gwanje/contract/definition/errors';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { NotOwnerError } from '../../platform/ownership.ts';
import { type AppliedBatch, restoreListings } from '../apply/apply-batch.ts';
import { mergeEvents } from '../apply/events.ts';
import { IdBlocks } from '../identify/id-block-repository.ts';
import { moving, refusal } from '../receive/refusal.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { hasCluster } from '../state/cluster-repository.ts';
import type { Clusters } from '../state/clusters.ts';
import type { PendingWrites } from '../state/pending-writes.ts';
import { appendSamples, countKnown } from './append-samples.ts';
import { deleteWaiting } from './batch-repository.ts';
import { ClusterWriter, type ClusterWriterOptions, isRowRefused } from './cluster-writer.ts';
import {
  commit,
  restorePending,
  takePending,
  writeAhead,
  writeEventsSeparately,
  writeObjectsSeparately,
} from './commit.ts';

export interface PersistOptions extends ClusterWriterOptions {
  readonly metrics: MetricStore;
  readonly clusters: Clusters;
}

export interface PersistResult {
  readonly stored: readonly AppliedBatch[];
  readonly failed: readonly { readonly batch: AppliedBatch; readonly error: AppError }[];
}

/** The objects of the batch are written already. */
const NOTHING: ReadonlyMap<ClusterMemory, PendingWrites> = new Map();

/** Makes a group of batches durable: first the samples, then one transaction with everything else. */
export class GroupPersister {
  readonly #options: PersistOptions;
  readonly #writer: ClusterWriter;
  readonly #changeIds: IdBlocks;
  readonly #waitingIds: IdBlocks;

  constructor(options: PersistOptions) {
    this.#options = options;
    this.#writer = new ClusterWriter(options);
    this.#changeIds = new IdBlocks(options.db, 'object_change_change_id_seq');
    this.#waitingIds = new IdBlocks(options.db, 'waiting_sample_waiting_sample_id_seq');
  }

  async persist(batches: readonly AppliedBatch[]): Promise<PersistResult> {
    if (batches.length === 0) return { stored: [], failed: [] };
    const { metrics, observer } = this.#options;
    const startMs = performance.now();
    try {
      const appended = await appendSamples(batches, metrics, observer);
      const appendedMs = performance.now();
      // Not those of other clusters: a cluster that cannot be written would hold this group.
      const pending = takePending(new Set(batches.map(({ cluster }) => cluster)));
      const objectCnt = sum(pending.values(), ({ objects, containers }) => objects.size + containers.size);
      await this.#numberWaiting(appended);
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
      // Only the answer may be lost: then the row is there, and is deleted with the next ones.
      for (const { cluster, waiting } of batches) if (waiting) cluster.waiting.add({ ...waiting, rows: [] });
      throw error;
    }
  }

  /** Writes changes that timed work or a failed batch has left in memory. */
  async flush(clusters = this.#options.clusters.all()): Promise<void> {
    await this.#write([], takePending(clusters));
  }

  /**
   * The changes of an object are read by time and then by id. Call it when this server begins to work for a cluster, so
   * that its changes have higher ids than those of the earlier owner.
   */
  beginHigherIds(): void {
    this.#changeIds.discard();
  }

  /** Deletes the rows of samples that waited too long, by cluster. */
  async deleteWaiting(expired: ReadonlyMap<number, readonly number[]>): Promise<void> {
    for (const [hostId, rowIds] of expired) {
      try {
        await this.#writer.write([hostId], (trx) => deleteWaiting(trx, rowIds));
      } catch (error) {
        if (!(error instanceof NotOwnerError)) throw error;
        this.#lose([hostId]);
      }
    }
  }

  /** Another replica owns the clusters and has read their memory from the database. */
  #lose(hostIds: Iterable<number>): void {
    for (const hostId of hostIds) {
      this.#options.clusters.forget(hostId);
      this.#options.observer.clusterLost(hostId);
    }
  }

  async #write(
    batches: readonly AppliedBatch[],
    pending: ReadonlyMap<ClusterMemory, PendingWrites>,
  ): Promise<PersistResult> {
    const { observer } = this.#options;
    if (batches.length === 0 && pending.size === 0) return { stored: [], failed: [] };
    try {
      await this.#numberChanges(pending.values());
      await writeAhead(this.#writer, pending);
      await commit(this.#writer, batches, pending);
      afterCommit(batches);
      return { stored: batches, failed: [] };
    } catch (error) {
      restorePending(pending);
      if (error instanceof NotOwnerError) return await this.#writeOwned(error, batches, pending.keys());
      observer.storeFailed('commit', error);
      if (isUnavailable(error)) throw error;
    }
    return await this.#writeSeparately(batches, [...pending.keys()]);
  }

  /** Writes the clusters that this server still owns. */
  async #writeOwned(
    error: NotOwnerError,
    batches: readonly AppliedBatch[],
    changed: Iterable<ClusterMemory>,
  ): Promise<PersistResult> {
    const lost = new Set(error.hostIds);
    const clusters = new Set([...changed, ...batches.map(({ cluster }) => cluster)]);
    const owned = [...clusters].filter(({ hostId }) => !lost.has(hostId));
    if (owned.length === clusters.size) throw error;
    this.#lose(lost);
    const isLost = ({ cluster }: AppliedBatch) => lost.has(cluster.hostId);
    const { stored, failed } = await this.#write(
      batches.filter((batch) => !isLost(batch)),
      takePending(owned),
    );
    return {
      stored,
      failed: [...failed, ...batches.filter(isLost).map((batch) => ({ batch, error: moving() }))],
    };
  }

  /**
   * A connection may break during the commit. With its id, a change that is written twice is still one row.
   */
  async #numberChanges(pending: Iterable<PendingWrites>): Promise<void> {
    const fresh = [...pending].flatMap(({ changes }) => changes.filter(({ id }) => id === undefined));
    await this.#changeIds.reserve(fresh.length);
    for (const change of fresh) change.id = this.#changeIds.take();
  }

  async #numberWaiting(batches: readonly AppliedBatch[]): Promise<void> {
    const writes = batches.flatMap(({ waiting }) => waiting ?? []);
    await this.#waitingIds.reserve(writes.length);
    for (const write of writes) write.rowId = this.#waitingIds.take();
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
      const answered = new Set<AppliedBatch>();
      try {
        await writeObjectsSeparately(this.#writer, cluster, (objectId, error) =>
          observer.objectDropped(cluster.hostId, objectId, error),
        );
        for (const batch of own) {
          const error = await this.#writeBatch(batch, stored);
          if (error) failed.push({ batch, error });
          answered.add(batch);
        }
      } catch (error) {
        if (!(error instanceof NotOwnerError)) throw error;
        this.#lose([cluster.hostId]);
        for (const batch of own) if (!answered.has(batch)) failed.push({ batch, error: moving() });
      }
    }
    return { stored, failed };
  }

  /** Adds the batch to `stored`, or returns why it cannot be written. */
  async #writeBatch(batch: AppliedBatch, stored: AppliedBatch[]): Promise<AppError | undefined> {
    try {
      stored.push(await this.#writeBatchOrEvents(batch));
      return undefined;
    } catch (error) {
      if (!isRowRefused(error)) throw error;
      // The batch was valid, so this is an error of the server and not a refusal.
      this.#options.observer.batchFailed(batch.cluster.hostId, batch.agent.agentId, error);
      undo(batch);
      return new AppError('unknown');
    }
  }

  /** Writes one batch whose objects are written already, without the events that the database refuses. */
  async #writeBatchOrEvents(batch: AppliedBatch): Promise<AppliedBatch> {
    const { observer } = this.#options;
    try {
      await commit(this.#writer, [batch], NOTHING);
      afterCommit([batch]);
      return batch;
    } catch (error) {
      if (!isRowRefused(error) || batch.events.length === 0) throw error;
    }
    const { hostId } = batch.cluster;
    await writeEventsSeparately(this.#writer, hostId, mergeEvents(batch.events), (event, error) => {
      batch.dropped.unstorable++;
      observer.eventDropped(hostId, event.record.uid, error);
    });
    const rest = { ...batch, events: [] };
    await commit(this.#writer, [rest], NOTHING);
    afterCommit([rest]);
    return rest;
  }
}

/** The batch is not stored, and the agent resends it. */
function undo({ received, cluster, retry, listingsBefore, events, manifests }: AppliedBatch): void {
  retry?.undo();
  const receivedMs = received.receivedAt.getTime();
  cluster.events.subtract(events.length, receivedMs);
  cluster.manifests.subtract(manifests.writes.length, receivedMs);
  restoreListings(received, listingsBefore, cluster);
}

function afterCommit(batches: readonly AppliedBatch[]): void {
  for (const { cluster, agent, waiting } of batches) {
    cluster.agents.set(agent.agentId, agent);
    if (waiting) cluster.waiting.add(waiting);
  }
}

function sum<Item>(items: Iterable<Item>, getValue: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += getValue(item);
  return total;
}
