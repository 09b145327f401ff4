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
import type { LiveState } from '../live/live-state.ts';
import { type AppliedBatch, applyBatch } from './apply/apply-batch.ts';
import { IdBlocks } from './identify/id-block-repository.ts';
import { prepareIds } from './identify/prepare-ids.ts';
import { validateBatch } from './identify/validate-batch.ts';
import { passTime } from './persist/pass-time.ts';
import { GroupPersister } from './persist/persist-group.ts';
import { ServerClock } from './receive/clock/server-clock.ts';
import { FairQueue, type FairQueueOptions } from './receive/fair-queue.ts';
import {
  type BatchReceiver,
  type DecodedBatch,
  type ReceivedBatch,
  weightOf,
} from './receive/received-batch.ts';
import { reasonOf, refusal } from './receive/refusal.ts';
import { recover } from './recover/recover.ts';
import { checkNumber, isSameBatch } from './state/batch-number.ts';
import { Clusters } from './state/clusters.ts';
import { createIngestObserver, type IngestObserver, type StoreRefusal } from './state/ingest-observer.ts';
import { SAMPLE_INTERVAL_MS } from './state/sample-interval.ts';

export interface IngestOptions {
  readonly db: Db;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly now: () => Date;
  readonly limits: IngestLimits;
  readonly queue?: FairQueueOptions;
  /** How long a start waits for the latest values of the metric store. */
  readonly valuesWithinMs?: number;
  /** Called after a commit with the kinds of objects that changed. */
  readonly onChanged?: (hostId: number, kinds: ReadonlySet<ChangedKind>) => void;
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
const RETRY_AFTER_S = 3;
const VALUES_WITHIN_MS = 20_000;
/** The pipeline runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;

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
 */
export class IngestPipeline implements BatchReceiver {
  readonly #options: IngestOptions;
  readonly #clusters: Clusters;
  readonly #ids: IdBlocks;
  readonly #queue: FairQueue<QueuedBatch>;
  readonly #observer: IngestObserver;
  readonly #persister: GroupPersister;
  readonly #clock: ServerClock;
  readonly #inFlight = new Map<string, { batch: DecodedBatch; ack: Promise<Ack> }>();
  /** One task at a time changes memory and tables. */
  readonly #mutex = new Mutex();
  #isRunning = false;
  #isClosed = false;

  static async open(options: IngestOptions): Promise<IngestPipeline> {
    const pipeline = new IngestPipeline(options);
    const counts = await recover({
      ...options,
      clusters: pipeline.#clusters,
      nowMs: options.now().getTime(),
      valuesWithinMs: options.valuesWithinMs ?? VALUES_WITHIN_MS,
      onValuesMissing: (error) => pipeline.#observer.valuesMissing(error),
    });
    pipeline.#observer.recovered(counts);
    return pipeline;
  }

  private constructor(options: IngestOptions) {
    const { db, live, metrics, logger } = options;
    this.#options = options;
    this.#clusters = new Clusters(db, live);
    this.#ids = new IdBlocks(db, 'object_id_seq');
    this.#queue = new FairQueue(options.queue ?? QUEUE);
    this.#observer = createIngestObserver(logger, options.observe, this.#queue);
    this.#clock = new ServerClock((behindMs) => this.#observer.clockBehind(behindMs));
    this.#persister = new GroupPersister({ db, metrics, clusters: this.#clusters, observer: this.#observer });
  }

  /** Resolves when the batch is durable. Throws `busy` when the queue is full. */
  async accept(received: ReceivedBatch): Promise<Ack> {
    const { hostId, batch } = received;
    if (this.#isClosed) throw busy();
    if (!this.#clusters.get(hostId)) await this.clusterChanged(hostId);
    if (!this.#clusters.get(hostId)) throw refusal('unknownToken');
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
    void this.#run();
    try {
      return await ack.promise;
    } finally {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#queue.entries > 0)
        await this.#mutex.runExclusive(() => this.#ingestGroup(this.#queue.take(GROUP_WEIGHT)));
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
      for (const { received, cluster, agent, changedKinds } of stored) {
        onChanged?.(cluster.hostId, changedKinds);
        acks.get(received)?.resolve(ackOf(agent));
      }
    } catch (error) {
      for (const ack of acks.values()) ack.reject(toBusy(error));
    }
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
      const refused = cluster ? validateBatch(received, cluster, limits) : refusal('unknownToken');
      if (refused) this.#refuse(received, refused, acks);
      if (refused || !cluster) continue;
      try {
        applied.push(await applyBatch(received, cluster, context));
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
    await this.#mutex.runExclusive(() => this.#clusters.refreshOne(hostId));
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
      for (const hostId of await this.#clusters.refresh()) this.#observer.clusterRemoved(hostId);
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
    while (this.#isRunning) await this.#mutex.runExclusive(() => {});
    await this.#mutex.waitForUnlock();
  }
}

function ackOf({ lastSeq, isResyncNeeded }: AppliedBatch['agent']): Ack {
  return { seq: lastSeq, settings: { sampleEveryMs: SAMPLE_INTERVAL_MS }, isResyncNeeded };
}

function busy(): AppError {
  return new AppError('busy', { retryAfterS: RETRY_AFTER_S });
}

/** A store that is down, full or slow recovers, so the agent gets `busy` and tries again. */
function toBusy(error: unknown): unknown {
  return isUnavailable(error) || error instanceof MetricStoreError ? busy() : error;
}
