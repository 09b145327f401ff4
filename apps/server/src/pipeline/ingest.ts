import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import type { ExcludableKind } from '@gwanje/kinds/registry';
import { type MetricStore, MetricStoreError } from '@gwanje/metric-store/interface';
import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';
import type { IngestLimits } from '../config.ts';
import type { ReadObjects } from '../live/copies/read-objects.ts';
import { applyDelta } from '../live/delta/apply-delta.ts';
import type { LiveDelta } from '../live/delta/live-delta.ts';
import type { LiveState } from '../live/live-state.ts';
import { OWNS_ALL, type Ownership } from '../platform/ownership.ts';
import { type AppliedBatch, applyBatch } from './apply/apply-batch.ts';
import { putFromRecords } from './apply/put-from-records.ts';
import type { CommittedDelta } from './committed-delta.ts';
import { IdBlocks } from './identify/id-block-repository.ts';
import type { PreparedObjects } from './identify/known-object-repository.ts';
import { prepareIds } from './identify/prepare-ids.ts';
import { validateBatch } from './identify/validate-batch.ts';
import { type ManifestAnswer, ManifestChecks, NO_CHECKS } from './persist/manifest-checks.ts';
import { passTime } from './persist/pass-time.ts';
import { GroupPersister } from './persist/persist-group.ts';
import { ServerClock } from './receive/clock/server-clock.ts';
import { FairQueue, type FairQueueOptions } from './receive/fair-queue.ts';
import { Gathering } from './receive/gathering.ts';
import {
  type BatchReceiver,
  type DecodedBatch,
  type ReceivedBatch,
  weightOf,
} from './receive/received-batch.ts';
import { moving, reasonOf, refusal } from './receive/refusal.ts';
import { type LiveCopy, prepareObjects, recoverAll, recoverMemories } from './recover/recover.ts';
import { NO_RECENT_VALUES, recoverValues } from './recover/recover-values.ts';
import { checkNumber, isSameBatch } from './state/batch-number.ts';
import { ClusterMemory } from './state/cluster-memory.ts';
import { Clusters } from './state/clusters.ts';
import { createIngestObserver, type IngestObserver, type StoreRefusal } from './state/ingest-observer.ts';
import type { KnownObject } from './state/object-registry.ts';
import { SAMPLE_INTERVAL_MS } from './state/sample-interval.ts';

export interface IngestOptions {
  readonly db: Db;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly now: () => Date;
  readonly limits: IngestLimits;
  /** The clusters that this server works for. Default: all. */
  readonly ownership?: Ownership;
  readonly queue?: FairQueueOptions;
  /** How long the batches of node agents may wait for one another. Default: not at all. */
  readonly gatherMs?: number;
  /** How long a start waits for the latest values of the metric store. */
  readonly valuesWithinMs?: number;
  /** Called after a commit with the kinds of objects that changed. */
  readonly onChanged?: (hostId: number, kinds: ReadonlySet<ChangedKind>) => void;
  /**
   * Called after each commit of a cluster with what it changed. The live state changes with the next batch, so it must
   * be read before this returns.
   */
  readonly onCommitted?: ((delta: CommittedDelta) => void) | undefined;
}

/** How complete the copy is that the live state has of a cluster. */
export interface ClusterCopy {
  /** Number of the last commit of the cluster, in the database. */
  readonly commitNo: number;
  /** The commit that the copy is of; null: the live state has no copy. */
  readonly copiedCommitNo: number | null;
}

/** What a replica gets from the owner of a cluster. */
export type CopiedDelta = LiveDelta & ReadObjects;

/** A cluster between two commits, when the live state is what the database has. */
export interface CommittedCluster {
  readonly commitNo: number;
  /** The existing objects. */
  readonly objects: Iterable<KnownObject>;
}

interface QueuedBatch {
  readonly received: ReceivedBatch;
  readonly ack: PromiseWithResolvers<Ack>;
}
type Acks = ReadonlyMap<ReceivedBatch, QueuedBatch['ack']>;

const QUEUE: FairQueueOptions = {
  inAll: { entries: 10_000, weight: 1_000_000 },
  perCluster: { entries: 4_000, weight: 300_000 },
  turnWeight: 10_000,
};
/** Large enough that the cost of a commit does not count, small enough that a transaction stays short. */
const GROUP_WEIGHT = 60_000;
/** Batches of node agents wait for no others when this much waits already. */
const GATHERED_WEIGHT = 5_000;
const RETRY_AFTER_S = 3;
const VALUES_WITHIN_MS = 20_000;
/** The pipeline runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;
/** Longer for a cluster without an owner: between two steps a busy server does much other work. */
const MAX_BUSY_OWNING_MS = 10;
/** A cluster that was announced and not handed over within this time is forgotten again. */
const PREPARED_FOR_MS = 60_000;

/**
 * The stages of a batch from the agent to the stores:
 * - receive: `ingest-route.ts` authorises and decodes the request. `accept` puts the batch into a queue that
 *   is fair between clusters. Batches that arrive while one group is stored make up the next group.
 * - identify: new objects get ids, and samples and events find their objects.
 * - apply: the batch changes the live state.
 * - persist: the metric store stores the samples, then one transaction writes the rest and the sequence
 *   number of the agent. The acknowledgement follows the transaction: an agent that gets none resends the
 *   batch.
 * - recover: at start, memory is read back from the stores.
 *
 * Of several replicas each works only for the clusters that it owns: `own` and `release` begin and end that work. The
 * other clusters are in its live state as copies, which `copy` updates.
 */
export class IngestPipeline implements BatchReceiver {
  readonly #options: IngestOptions;
  readonly #clusters: Clusters;
  readonly #ids: IdBlocks;
  readonly #queue: FairQueue<QueuedBatch>;
  readonly #gathering: Gathering;
  readonly #observer: IngestObserver;
  readonly #persister: GroupPersister;
  readonly #manifestChecks: ManifestChecks;
  readonly #clock: ServerClock;
  readonly #ownership: Ownership;
  readonly #inFlight = new Map<string, { batch: DecodedBatch; ack: Promise<Ack> }>();
  /** One task at a time changes memory and tables. */
  readonly #mutex = new Mutex();
  /** Clusters whose memory is being read. */
  readonly #owning = new Map<number, AbortController>();
  readonly #releasing = new Set<number>();
  /** Clusters that are about to be handed over to this replica. */
  readonly #prepared = new Map<number, Promise<PreparedObjects>>();
  /** Clusters whose copy is being updated. */
  readonly #copying = new Map<number, Promise<void>>();
  /** The latest values are read for one cluster after the other. */
  #values: Promise<unknown> = Promise.resolve();
  #isRunning = false;
  #isClosed = false;

  static async open(options: IngestOptions): Promise<IngestPipeline> {
    const pipeline = new IngestPipeline(options);
    await pipeline.#recoverAtStart();
    return pipeline;
  }

  private constructor(options: IngestOptions) {
    const { db, live, metrics, logger, ownership = OWNS_ALL, onCommitted } = options;
    this.#ownership = ownership;
    this.#options = options;
    this.#clusters = new Clusters(db, live);
    this.#ids = new IdBlocks(db, 'object_id_seq');
    this.#queue = new FairQueue(options.queue ?? QUEUE);
    this.#gathering = new Gathering(options.gatherMs ?? 0);
    this.#observer = createIngestObserver(logger, options.observe, this.#queue);
    this.#clock = new ServerClock((behindMs) => this.#observer.clockBehind(behindMs));
    this.#manifestChecks = new ManifestChecks(db, () => options.now().getTime());
    this.#persister = new GroupPersister({
      db,
      live,
      metrics,
      ownership,
      onCommitted,
      clusters: this.#clusters,
      observer: this.#observer,
    });
  }

  async #recoverAtStart(): Promise<void> {
    const { added } = await this.#clusters.refresh();
    const hostIds = added.filter((hostId) => this.#ownership.owns(hostId));
    const isAll = hostIds.length === added.length;
    const memories = new Map(hostIds.map((hostId) => [hostId, new ClusterMemory(hostId)]));
    if (memories.size > 0) {
      const context = this.#recoveryOf(memories, 'none');
      this.#observer.recovered(await recoverAll({ ...context, hostIds: isAll ? null : hostIds }));
    }
    for (const memory of memories.values()) this.#clusters.add(memory);
  }

  #recoveryOf(memories: ReadonlyMap<number, ClusterMemory>, copy: LiveCopy) {
    const { now, valuesWithinMs = VALUES_WITHIN_MS } = this.#options;
    return {
      ...this.#options,
      memories,
      hostIds: [...memories.keys()],
      copy,
      unmonitored: this.#clusters.unmonitored,
      nowMs: now().getTime(),
      eventLoop: new EventLoopYield(MAX_BUSY_MS),
      valuesWithinMs,
      onValuesMissing: (error: unknown) => this.#observer.valuesMissing(error),
    };
  }

  /** Reads most of the memory of a cluster that another replica hands over soon. `own` reads the rest. */
  async prepare(hostId: number): Promise<void> {
    const { db, now } = this.#options;
    const earlier = this.#prepared.get(hostId);
    const prepared = earlier ?? prepareObjects(db, hostId, now().getTime());
    this.#prepared.set(hostId, prepared);
    const forget = () => {
      if (this.#prepared.get(hostId) === prepared) this.#prepared.delete(hostId);
    };
    if (!earlier) setTimeout(forget, PREPARED_FOR_MS).unref();
    await prepared.catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  /**
   * Begins the work for a cluster that this replica owns now: reads its memory from the database. Until then its batches get
   * `busy`. The states of its objects are read only when the live state lacks a commit.
   */
  async own(hostId: number, { commitNo, copiedCommitNo }: ClusterCopy): Promise<void> {
    this.#stopOwning(hostId);
    const controller = new AbortController();
    this.#owning.set(hostId, controller);
    try {
      const startMs = performance.now();
      await this.#copying.get(hostId);
      if (!this.#clusters.has(hostId)) await this.clusterChanged(hostId);
      // A user has deleted the cluster.
      if (!this.#clusters.has(hostId)) return;
      // Without an earlier memory there is nothing to wait for.
      if (this.#clusters.get(hostId)) await this.#mutex.runExclusive(() => this.#clusters.forget(hostId));
      const memory = new ClusterMemory(hostId);
      memory.commitNo = commitNo;
      const copy = copiedCommitNo === null ? 'none' : copiedCommitNo === commitNo ? 'complete' : 'outdated';
      const context = {
        ...this.#recoveryOf(new Map([[hostId, memory]]), copy),
        eventLoop: new EventLoopYield(MAX_BUSY_OWNING_MS),
        prepared: await this.#prepared.get(hostId)?.catch(() => undefined),
      };
      this.#prepared.delete(hostId);
      const objectCnt = await recoverMemories({ ...context, signal: controller.signal });
      await this.#mutex.runExclusive(() => {
        controller.signal.throwIfAborted();
        if (!this.#clusters.has(hostId)) return;
        this.#clusters.add(memory);
        this.#persister.beginHigherIds();
      });
      const tookMs = Math.round(performance.now() - startMs);
      this.#observer.owned(hostId, { objectCnt, copy, tookMs });
      // The next samples replace these values, so no batch waits for them.
      if (copy === 'none')
        this.#values = this.#values.then(() => recoverValues(Promise.resolve(NO_RECENT_VALUES), context));
    } finally {
      if (this.#owning.get(hostId) === controller) this.#owning.delete(hostId);
    }
  }

  #stopOwning(hostId: number): void {
    this.#owning.get(hostId)?.abort(new Error(`cluster ${hostId} is moving to another replica`));
    this.#owning.delete(hostId);
  }

  /**
   * Ends the work for a cluster before another replica gets it: new batches get `busy`, and everything in memory is
   * stored. The live state keeps its objects. Returns the number of the last commit, which that copy is of; null when this
   * replica did not work for the cluster. After an error the work goes on.
   */
  async release(hostId: number): Promise<number | null> {
    this.#stopOwning(hostId);
    this.#releasing.add(hostId);
    try {
      return await this.#mutex.runExclusive(async () => {
        // Batches that wait for others.
        await this.#ingestGroup(this.#queue.take(GATHERED_WEIGHT));
        const cluster = this.#clusters.get(hostId);
        if (!cluster) return null;
        await this.#persister.flush([cluster]);
        // The fence of that write may have failed.
        if (!this.#clusters.get(hostId)) return null;
        this.#clusters.forget(hostId);
        return cluster.commitNo;
      });
    } finally {
      this.#releasing.delete(hostId);
    }
  }

  /**
   * Ends the work for a cluster that another replica owns already. Nothing is stored, so the live state may have changes
   * that were never committed: it is no complete copy.
   */
  async drop(hostId: number): Promise<void> {
    this.#stopOwning(hostId);
    await this.#mutex.runExclusive(() => this.#clusters.forget(hostId));
  }

  /**
   * Calls `read` between two commits of a cluster that this replica works for, when the live state is exactly what the
   * database has. No batch is applied until it returns. Throws `busy` when the cluster is not owned, and the error of the
   * database when pending changes cannot be written.
   */
  async betweenCommits<Result>(
    hostId: number,
    read: (cluster: CommittedCluster) => Promise<Result> | Result,
  ): Promise<Result> {
    return await this.#mutex.runExclusive(async () => {
      const before = this.#clusters.get(hostId);
      if (before) await this.#persister.flush([before]);
      const cluster = this.#clusters.get(hostId);
      if (!cluster) throw moving();
      return await read({ commitNo: cluster.commitNo, objects: cluster.registry.existing() });
    });
  }

  /** Number of existing objects of a cluster that this replica works for, including containers; 0 of other clusters. */
  objectCnt(hostId: number): number {
    return this.#clusters.get(hostId)?.registry.aliveCnt ?? 0;
  }

  /**
   * Applies what the owner of another cluster has committed to the copy of that cluster in the live state. Call it for one
   * delta of a cluster after the other. It ignores clusters that this replica works for: their deltas come from an earlier
   * owner.
   */
  async copy(delta: CopiedDelta): Promise<void> {
    const { hostId } = delta;
    if (!this.#clusters.has(hostId)) await this.clusterChanged(hostId);
    const isOther = !this.#clusters.get(hostId) && !this.#owning.has(hostId);
    // A user may have deleted the cluster.
    if (!isOther || !this.#clusters.has(hostId)) return;
    const copying = this.#applyCopied(delta);
    this.#copying.set(
      hostId,
      copying.catch(() => {}),
    );
    await copying.finally(() => this.#copying.delete(hostId));
  }

  async #applyCopied({ unread, ...delta }: CopiedDelta): Promise<void> {
    const { db, live } = this.#options;
    const { hostId } = delta;
    const context = { live, unmonitored: this.#clusters.unmonitored };
    await applyDelta(delta, context);
    await putFromRecords(
      db,
      unread.map((object) => ({ hostId, object })),
      context,
    );
  }

  /** Resolves when the batch is durable. Throws `busy` when the queue is full. */
  async accept(received: ReceivedBatch): Promise<Ack> {
    const { hostId, batch } = received;
    if (this.#isClosed) throw busy();
    if (!this.#clusters.has(hostId)) await this.clusterChanged(hostId);
    if (!this.#clusters.has(hostId)) throw refusal('unknownToken');
    if (!this.#worksFor(hostId)) throw moving();
    const known = this.#answerOf(received);
    if (known instanceof AppError) throw known;
    if (known) return known;
    if (this.#clock.mustWait(received)) throw busy();
    const key = `${hostId}/${batch.agent.id}`;
    const other = this.#inFlight.get(key);
    // The agent timed out and sent the batch again: both requests get the same answer.
    if (other && isSameBatch(other.batch, batch)) return other.ack;
    const ack = Promise.withResolvers<Ack>();
    if (!this.#queue.add(hostId, { received, ack }, weightOf(received))) {
      this.#observer.queueFull(hostId);
      throw busy();
    }
    const flight = { batch, ack: ack.promise };
    this.#inFlight.set(key, flight);
    // A cluster agent sends the parts of a listing one after another.
    if (batch.agent.role === 'cluster' || this.#queue.weight >= GATHERED_WEIGHT) this.#gathering.hurry();
    void this.#run();
    try {
      return await ack.promise;
    } finally {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    }
  }

  #worksFor(hostId: number): boolean {
    const isReady = this.#clusters.get(hostId) !== undefined && !this.#releasing.has(hostId);
    return isReady && this.#ownership.owns(hostId);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#queue.entries > 0) {
        const gathered = this.#gathering.wait();
        if (gathered) await gathered;
        await this.#mutex.runExclusive(() => this.#ingestGroup(this.#queue.take(GROUP_WEIGHT)));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Runs the stages for one group. Every batch of the group gets an answer, also after an error. */
  async #ingestGroup(group: readonly QueuedBatch[]): Promise<void> {
    const { db, onChanged } = this.#options;
    const acks = new Map(group.map(({ received, ack }) => [received, ack]));
    try {
      const batches = group
        .map(({ received }) => received)
        .filter((batch) => !this.#answerIfKnown(batch, acks));
      await prepareIds(batches, this.#clusters, this.#ids, db, this.#observer);
      const applied = await this.#apply(batches, acks);
      const { stored, failed } = await this.#persister.persist(applied);
      for (const { batch, error } of failed) this.#refuse(batch.received, error, acks);
      for (const batch of stored) {
        onChanged?.(batch.cluster.hostId, batch.changedKinds);
        void this.#acknowledge(batch, acks);
      }
    } catch (error) {
      for (const ack of acks.values()) ack.reject(toBusy(error));
    }
  }

  /** The next group does not wait for the answer to checks of manifests. Without an answer the agent asks again. */
  async #acknowledge({ received, agent, manifests }: AppliedBatch, acks: Acks): Promise<void> {
    const { checks } = manifests;
    const answer =
      checks.length > 0 ? await this.#manifestChecks.answer(checks).catch(() => NO_CHECKS) : NO_CHECKS;
    acks.get(received)?.resolve(ackOf(agent, answer));
  }

  /**
   * Validates each batch against the limits that the earlier batches have left, then identifies and applies
   * it.
   */
  async #apply(batches: readonly ReceivedBatch[], acks: Acks): Promise<AppliedBatch[]> {
    const { live, limits } = this.#options;
    const eventLoop = new EventLoopYield(MAX_BUSY_MS);
    const context = { live, limits, ids: this.#ids, unmonitored: this.#clusters.unmonitored, eventLoop };
    const applied: AppliedBatch[] = [];
    for (const received of batches) {
      await eventLoop.yieldIfDue();
      const cluster = this.#clusters.get(received.hostId);
      const refused = cluster ? validateBatch(received, cluster, limits) : this.#absence(received);
      if (refused) this.#refuse(received, refused, acks);
      if (refused || !cluster) continue;
      try {
        applied.push(await applyBatch(received, cluster, context));
        const { agent, unknown } = received.batch;
        if (unknown) this.#observer.unknownLeftOut(cluster.hostId, agent.version, unknown);
        // The live state sorts new names now, so that the next request does not wait for it.
        if (received.batch.inventory) live.warm();
      } catch (error) {
        // An error of the server: the other batches of the group are still processed.
        this.#observer.batchFailed(cluster.hostId, received.batch.agent.id, error);
        acks.get(received)?.reject(new AppError('unknown'));
      }
    }
    return applied;
  }

  /** The cluster was deleted or moved to another replica while the batch waited. */
  #absence({ hostId }: ReceivedBatch): AppError {
    return this.#clusters.has(hostId) ? moving() : refusal('unknownToken');
  }

  #refuse(received: ReceivedBatch, error: AppError, acks: Acks): void {
    const reason = reasonOf(error);
    if (reason) this.#observer.batchRefused(received.hostId, received.batch.agent.id, reason);
    acks.get(received)?.reject(error);
  }

  /** A batch may have been stored while a second copy of it waited in the queue. */
  #answerIfKnown(received: ReceivedBatch, acks: Acks): boolean {
    const answer = this.#answerOf(received);
    if (answer instanceof AppError) this.#refuse(received, answer, acks);
    else if (answer) acks.get(received)?.resolve(answer);
    return answer !== undefined;
  }

  /** The answer that follows from the number of the batch alone; undefined for a batch that is not stored yet. */
  #answerOf({ hostId, batch }: ReceivedBatch): Ack | AppError | undefined {
    const agent = this.#clusters.get(hostId)?.agents.get(batch.agent.id);
    const number = checkNumber(batch, agent);
    if (number === 'conflict') return refusal('agentIdConflict', { agentId: batch.agent.id, seq: batch.seq });
    return agent && number === 'stored' ? { ...ackOf(agent), seq: batch.seq } : undefined;
  }

  /** Call it when a cluster was created, renamed, moved to another group or deleted. */
  async clusterChanged(hostId: number): Promise<void> {
    await this.#mutex.runExclusive(async () => {
      if (await this.#clusters.refreshOne(hostId)) await this.#addNew([hostId]);
    });
  }

  /** Begins the work for new clusters that this server owns. */
  async #addNew(added: readonly number[]): Promise<void> {
    const hostIds = added.filter((hostId) => this.#ownership.owns(hostId));
    if (hostIds.length === 0) return;
    const memories = new Map(hostIds.map((hostId) => [hostId, new ClusterMemory(hostId)]));
    try {
      await recoverMemories(this.#recoveryOf(memories, 'none'));
      for (const memory of memories.values()) this.#clusters.add(memory);
    } catch (error) {
      // The next refresh finds them again.
      for (const hostId of hostIds) this.#clusters.remove(hostId);
      throw error;
    }
  }

  clusterRemoved(hostId: number): Promise<void> {
    return this.#mutex.runExclusive(() => {
      this.#clusters.remove(hostId);
      this.#observer.clusterRemoved(hostId);
    });
  }

  /** Call it when a user switched the monitoring of objects on or off. */
  watchChanged(
    kind: ExcludableKind,
    changes: readonly { readonly id: number; readonly isMonitored: boolean }[],
  ): Promise<void> {
    return this.#mutex.runExclusive(() => {
      for (const { id, isMonitored } of changes) this.#clusters.setMonitored(kind, id, isMonitored);
    });
  }

  /** Reads the clusters and the monitoring switches again: another process may have changed them. */
  refresh(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { added, removed } = await this.#clusters.refresh();
      for (const hostId of removed) this.#observer.clusterRemoved(hostId);
      await this.#addNew(added);
    });
  }

  /** Timed work without a batch: expired samples, silent clusters, deferred changes, sums of late samples. */
  async tick(): Promise<void> {
    const nowMs = this.#options.now().getTime();
    this.#clock.tick(nowMs);
    await passTime(
      { ...this.#options, clusters: this.#clusters, persister: this.#persister, observer: this.#observer },
      this.#mutex,
      nowMs,
    );
  }

  get stats() {
    let waitingRows = 0;
    for (const { waiting } of this.#clusters.all()) waitingRows += waiting.rowCnt;
    return { queuedBatches: this.#queue.entries, waitingRows };
  }

  /** How far the server clock is behind the clocks of the agents, negative: ahead; null while it is right. */
  get clockBehindMs(): number | null {
    return this.#clock.behindMs;
  }

  /** Why the last group of batches could not be stored; null when it was stored. */
  get refusal(): StoreRefusal | null {
    return this.#observer.refusal;
  }

  /** Accepts no more batches and stores those in the queue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#gathering.stop();
    while (this.#isRunning) await this.#mutex.runExclusive(() => {});
    await this.#mutex.waitForUnlock();
  }
}

function ackOf(
  { lastSeq, isResyncNeeded }: AppliedBatch['agent'],
  manifests: ManifestAnswer = NO_CHECKS,
): Ack {
  return { seq: lastSeq, settings: { sampleEveryMs: SAMPLE_INTERVAL_MS }, isResyncNeeded, manifests };
}

function busy(): AppError {
  return new AppError('busy', { retryAfterS: RETRY_AFTER_S });
}

/** A store that is down, full or slow recovers, so the agent gets `busy` and tries again. */
function toBusy(error: unknown): unknown {
  return isUnavailable(error) || error instanceof MetricStoreError ? busy() : error;
}
