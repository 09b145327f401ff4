import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Ack } from '@gwanje/kinds/batch';
import type { ExcludableKind } from '@gwanje/kinds/registry';
import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';
import { OWNS_ALL, type Ownership } from '../platform/ownership.ts';
import { BatchIntake, GATHERED_WEIGHT, QUEUE, type QueuedBatch } from './batch-intake.ts';
import type { CommittedDelta } from './committed-delta.ts';
import { IdBlocks } from './identify/id-block-repository.ts';
import { ingestGroup, type Stages } from './ingest.ts';
import {
  type ClusterCopy,
  type CommittedCluster,
  type CopiedDelta,
  OwnedClusters,
  type OwnedClustersOptions,
} from './owned-clusters.ts';
import { ManifestChecks } from './persist/manifest-checks.ts';
import { GroupPersister } from './persist/persist-group.ts';
import { ServerClock } from './receive/clock/server-clock.ts';
import { FairQueue, type FairQueueOptions } from './receive/fair-queue.ts';
import type { BatchReceiver, ReceivedBatch } from './receive/received-batch.ts';
import { Clusters } from './state/clusters.ts';
import { createIngestObserver, type IngestObserver, type StoreRefusal } from './state/ingest-observer.ts';

export interface IngestOptions extends Omit<OwnedClustersOptions, 'ownership'> {
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  /** The clusters that this server works for. Default: all. */
  readonly ownership?: Ownership;
  readonly queue?: FairQueueOptions;
  /** How long the batches of node agents may wait for one another. Default: not at all. */
  readonly gatherMs?: number;
  readonly onChanged?: Stages['onChanged'];
  /**
   * Called after each commit of a cluster with what it changed. The live state changes with the next batch, so it must
   * be read before this returns.
   */
  readonly onCommitted?: ((delta: CommittedDelta) => void) | undefined;
}

const REFRESH_EVERY_MS = 5_000;
const TICK_EVERY_MS = 15_000;

/**
 * Takes batches through the stages (`ingest.ts`), for the clusters that this server works for. Of several replicas each
 * works only for the clusters that it owns: `own` and `release` begin and end that work. The other clusters are in its
 * live state as copies, which `copy` updates.
 */
export class IngestPipeline implements BatchReceiver {
  readonly #now: () => Date;
  readonly #queue: FairQueue<QueuedBatch>;
  readonly #clusters: Clusters;
  readonly #observer: IngestObserver;
  readonly #clock: ServerClock;
  readonly #owned: OwnedClusters;
  readonly #intake: BatchIntake;

  static async open(options: IngestOptions): Promise<IngestPipeline> {
    const pipeline = new IngestPipeline(options);
    await pipeline.#owned.recoverAtStart();
    return pipeline;
  }

  private constructor(options: IngestOptions) {
    const { db, live, logger, now, ownership = OWNS_ALL } = options;
    const queue = new FairQueue<QueuedBatch>(options.queue ?? QUEUE);
    const clusters = new Clusters(db, live);
    const observer = createIngestObserver(logger, options.observe, queue);
    const clock = new ServerClock((behindMs) => observer.clockBehind(behindMs));
    const persister = new GroupPersister({ ...options, ownership, clusters, observer });
    const mutex = new Mutex();
    const stages: Stages = {
      ...options,
      clusters,
      ids: new IdBlocks(db, 'object_id_seq'),
      persister,
      manifestChecks: new ManifestChecks(db, () => now().getTime()),
      observer,
    };
    const ingest = (group: readonly QueuedBatch[]) => ingestGroup(group, stages);
    const owned = new OwnedClusters(
      { ...options, ownership },
      { clusters, persister, observer, mutex, ingestWaiting: () => ingest(queue.take(GATHERED_WEIGHT)) },
    );
    const { gatherMs = 0 } = options;
    this.#intake = new BatchIntake({ queue, gatherMs, clusters, owned, clock, observer, mutex, ingest });
    this.#now = now;
    this.#queue = queue;
    this.#clusters = clusters;
    this.#observer = observer;
    this.#clock = clock;
    this.#owned = owned;
  }

  accept(received: ReceivedBatch): Promise<Ack> {
    return this.#intake.accept(received);
  }

  readonly prepare = (hostId: number) => this.#owned.prepare(hostId);
  readonly own = (hostId: number, copy: ClusterCopy) => this.#owned.own(hostId, copy);
  readonly release = (hostId: number) => this.#owned.release(hostId);
  readonly drop = (hostId: number) => this.#owned.drop(hostId);
  readonly copy = (delta: CopiedDelta) => this.#owned.copy(delta);
  readonly objectCnt = (hostId: number) => this.#owned.objectCnt(hostId);
  readonly betweenCommits = <Result>(
    hostId: number,
    read: (cluster: CommittedCluster) => Promise<Result> | Result,
  ) => this.#owned.betweenCommits(hostId, read);
  readonly clusterChanged = (hostId: number) => this.#owned.clusterChanged(hostId);
  readonly clusterRemoved = (hostId: number) => this.#owned.clusterRemoved(hostId);
  readonly watchChanged = (kind: ExcludableKind, changes: Parameters<OwnedClusters['watchChanged']>[1]) =>
    this.#owned.watchChanged(kind, changes);
  readonly refresh = () => this.#owned.refresh();

  /** Timed work without a batch. */
  async tick(): Promise<void> {
    const nowMs = this.#now().getTime();
    this.#clock.tick(nowMs);
    await this.#owned.tick(nowMs);
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
  close(): Promise<void> {
    return this.#intake.close();
  }
}

/** Recovers memory from the stores, then accepts batches and runs the timed jobs. */
export async function openPipeline(options: IngestOptions) {
  const { logger } = options;
  await using stack = new AsyncDisposableStack();
  const pipeline = await IngestPipeline.open(options);
  stack.defer(() => pipeline.close());
  stack.use(every(REFRESH_EVERY_MS, logger, 'refresh clusters', () => pipeline.refresh()));
  stack.use(every(TICK_EVERY_MS, logger, 'pipeline tick', () => pipeline.tick()));
  const opened = stack.move();
  /** `close` accepts no more batches and stores those in the queue. */
  return { pipeline, close: () => opened.disposeAsync() };
}
