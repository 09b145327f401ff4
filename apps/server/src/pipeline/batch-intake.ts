import { AppError } from '@gwanje/contract/definition/errors';
import type { Ack } from '@gwanje/kinds/batch';
import type { Mutex } from 'async-mutex';
import type { OwnedClusters } from './owned-clusters.ts';
import { type ManifestAnswer, NO_CHECKS } from './persist/manifest-checks.ts';
import type { ServerClock } from './receive/clock/server-clock.ts';
import type { FairQueue, FairQueueOptions } from './receive/fair-queue.ts';
import { Gathering } from './receive/gathering.ts';
import { type DecodedBatch, type ReceivedBatch, weightOf } from './receive/received-batch.ts';
import { moving, refusal } from './receive/refusal.ts';
import { checkNumber, isSameBatch } from './state/batch-number.ts';
import type { KnownAgent } from './state/cluster-memory.ts';
import type { Clusters } from './state/clusters.ts';
import type { IngestObserver } from './state/ingest-observer.ts';
import { SAMPLE_INTERVAL_MS } from './state/sample-interval.ts';

export interface QueuedBatch {
  readonly received: ReceivedBatch;
  readonly ack: PromiseWithResolvers<Ack>;
}

export interface BatchIntakeDeps {
  readonly queue: FairQueue<QueuedBatch>;
  /** How long the batches of node agents may wait for one another. */
  readonly gatherMs: number;
  readonly clusters: Clusters;
  readonly owned: Pick<OwnedClusters, 'clusterChanged' | 'worksFor'>;
  readonly clock: ServerClock;
  readonly observer: IngestObserver;
  readonly mutex: Mutex;
  /** Runs the stages for a group. Every batch of it gets an answer. */
  readonly ingest: (group: readonly QueuedBatch[]) => Promise<void>;
}

export const QUEUE: FairQueueOptions = {
  inAll: { entries: 10_000, weight: 1_000_000 },
  perCluster: { entries: 4_000, weight: 300_000 },
  turnWeight: 10_000,
};
/** Large enough that the cost of a commit does not count, small enough that a transaction stays short. */
const GROUP_WEIGHT = 60_000;
/** Batches of node agents wait for no others when this much waits already. */
export const GATHERED_WEIGHT = 5_000;
const RETRY_AFTER_S = 3;

/** Accepts batches into a queue that is fair between clusters, and passes them on in groups, one group after the other. */
export class BatchIntake {
  readonly #deps: BatchIntakeDeps;
  readonly #gathering: Gathering;
  readonly #inFlight = new Map<string, { batch: DecodedBatch; ack: Promise<Ack> }>();
  #isRunning = false;
  #isClosed = false;

  constructor(deps: BatchIntakeDeps) {
    this.#deps = deps;
    this.#gathering = new Gathering(deps.gatherMs);
  }

  /** Resolves when the batch is durable. Throws `busy` when the queue is full. */
  async accept(received: ReceivedBatch): Promise<Ack> {
    const { hostId, batch } = received;
    const { queue, clusters, owned, clock, observer } = this.#deps;
    if (this.#isClosed) throw busy();
    if (!clusters.has(hostId)) await owned.clusterChanged(hostId);
    if (!clusters.has(hostId)) throw refusal('unknownToken');
    if (!owned.worksFor(hostId)) throw moving();
    const known = answerOf(received, clusters);
    if (known instanceof AppError) throw known;
    if (known) return known;
    if (clock.mustWait(received)) throw busy();
    const key = `${hostId}/${batch.agent.id}`;
    const other = this.#inFlight.get(key);
    // The agent timed out and sent the batch again: both requests get the same answer.
    if (other && isSameBatch(other.batch, batch)) return other.ack;
    const ack = Promise.withResolvers<Ack>();
    if (!queue.add(hostId, { received, ack }, weightOf(received))) {
      observer.queueFull(hostId);
      throw busy();
    }
    const flight = { batch, ack: ack.promise };
    this.#inFlight.set(key, flight);
    // A cluster agent sends the parts of a listing one after another.
    if (batch.agent.role === 'cluster' || queue.weight >= GATHERED_WEIGHT) this.#gathering.hurry();
    void this.#run();
    try {
      return await ack.promise;
    } finally {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    }
  }

  async #run(): Promise<void> {
    const { queue, mutex, ingest } = this.#deps;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (queue.entries > 0) {
        const gathered = this.#gathering.wait();
        if (gathered) await gathered;
        await mutex.runExclusive(() => ingest(queue.take(GROUP_WEIGHT)));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Accepts no more batches and passes on those in the queue. */
  async close(): Promise<void> {
    const { mutex } = this.#deps;
    this.#isClosed = true;
    this.#gathering.stop();
    while (this.#isRunning) await mutex.runExclusive(() => {});
    await mutex.waitForUnlock();
  }
}

/** The answer that follows from the number of the batch alone; undefined for a batch that is not stored yet. */
export function answerOf({ hostId, batch }: ReceivedBatch, clusters: Clusters): Ack | AppError | undefined {
  const agent = clusters.get(hostId)?.agents.get(batch.agent.id);
  const number = checkNumber(batch, agent);
  if (number === 'conflict') return refusal('agentIdConflict', { agentId: batch.agent.id, seq: batch.seq });
  return agent && number === 'stored' ? { ...ackOf(agent), seq: batch.seq } : undefined;
}

export function ackOf({ lastSeq, isResyncNeeded }: KnownAgent, manifests: ManifestAnswer = NO_CHECKS): Ack {
  return { seq: lastSeq, settings: { sampleEveryMs: SAMPLE_INTERVAL_MS }, isResyncNeeded, manifests };
}

export function busy(): AppError {
  return new AppError('busy', { retryAfterS: RETRY_AFTER_S });
}
