import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Ack } from '@gwanje/contract/agent/batch';
import { AppError } from '@gwanje/contract/errors';
import type { ChangedKind } from '@gwanje/contract/stream';
import { type MetricStore, MetricStoreError } from '@gwanje/metric-store/interface';
import { Mutex } from 'async-mutex';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { CollectLimits } from '../config.ts';
import type { WatchedKind } from '../live/kinds.ts';
import type { LiveState } from '../live/live-state.ts';
import { msOrNull } from '../objects/ms.ts';
import type { ClusterMemory } from './apply/cluster-memory.ts';
import { endIfSilent } from './apply/cluster-time.ts';
import { Clusters } from './apply/clusters.ts';
import { judge, newObjects } from './apply/judge.ts';
import { sumAgain } from './apply/late-sums.ts';
import { ServerClock } from './apply/server-clock.ts';
import { countRows } from './apply/waiting-samples.ts';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';
import { IdBlocks } from './identify/id-blocks.ts';
import { SLOT_MS } from './identify/slots.ts';
import { CollectObserver } from './observe.ts';
import { GroupStore, isBadInput } from './persist/store-group.ts';
import { deleteWaiting } from './persist/write-batches.ts';
import type { Arrival, Collector } from './receive/arrival.ts';
import { reasonOf, refusal } from './receive/refuse.ts';
import { findObjects, knownObject, type Wanted } from './recover/load-objects.ts';
import { recover } from './recover/recovery.ts';
import { type TakenIn, takeIn } from './take-in.ts';
import { weightOf } from './weight.ts';

export interface CollectorOptions {
  readonly db: Kysely<Database>;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly now: () => Date;
  readonly limits: CollectLimits;
  readonly queue?: FairQueueOptions;
  /** How long a start waits for the metric store. */
  readonly valuesWithinMs?: number;
  /** Objects of these kinds came, went or changed. */
  readonly onChanged?: (hostId: number, kinds: ReadonlySet<ChangedKind>) => void;
}

interface Entry {
  readonly arrival: Arrival;
  readonly done: PromiseWithResolvers<Ack>;
}

const QUEUE: FairQueueOptions = {
  inAll: { entries: 10_000, weight: 1_000_000 },
  perCluster: { entries: 4_000, weight: 300_000 },
  turnWeight: 10_000,
};
/** Of one group: enough that its cost does not count, little enough that a transaction stays short. */
const GROUP_WEIGHT = 60_000;
const RETRY_AFTER_S = 3;
const VALUES_WITHIN_MS = 20_000;
/** So long whoever asks something may have to wait for batches to be taken in. */
const LONGEST_STRETCH_MS = 1;

/** Takes batches in groups: what comes while one group is being stored makes up the next. */
export class GroupCollector implements Collector {
  readonly #options: CollectorOptions;
  readonly #clusters: Clusters;
  readonly #ids: IdBlocks;
  readonly #queue: FairQueue<Entry>;
  readonly #observer: CollectObserver;
  readonly #store: GroupStore;
  readonly #clock: ServerClock;
  readonly #inFlight = new Map<string, { seq: number; ack: Promise<Ack> }>();
  /** One thing at a time touches memory and the tables. */
  readonly #mutex = new Mutex();
  #isRunning = false;
  #isClosed = false;

  static async open(options: CollectorOptions): Promise<GroupCollector> {
    const collector = new GroupCollector(options);
    const { db, live, metrics, now } = options;
    const counts = await recover({
      db,
      live,
      metrics,
      clusters: collector.#clusters,
      nowMs: now().getTime(),
      valuesWithinMs: options.valuesWithinMs ?? VALUES_WITHIN_MS,
      onValuesMissing: (error) => collector.#observer.valuesMissing(error),
    });
    collector.#observer.recovered(counts);
    return collector;
  }

  private constructor(options: CollectorOptions) {
    this.#options = options;
    this.#clusters = new Clusters(options.db, options.live);
    this.#ids = new IdBlocks(options.db, 'object_id_seq');
    this.#queue = new FairQueue(options.queue ?? QUEUE);
    this.#observer = new CollectObserver(options.logger, options.observe, this.#queue);
    this.#clock = new ServerClock((behindMs) => this.#observer.clockBehind(behindMs));
    const { db, metrics } = options;
    this.#store = new GroupStore({ db, metrics, clusters: this.#clusters, observer: this.#observer });
  }

  get stats(): {
    readonly queuedBatches: number;
    readonly queuedWeight: number;
    readonly waitingRows: number;
  } {
    let waitingRows = 0;
    for (const { waiting } of this.#clusters.all()) waitingRows += waiting.rowCnt;
    return { queuedBatches: this.#queue.entries, queuedWeight: this.#queue.weight, waitingRows };
  }

  /** How far the agents say our own clock is behind; null while it is not. */
  get clockBehindMs(): number | null {
    return this.#clock.behindMs;
  }

  async accept(arrival: Arrival): Promise<Ack> {
    const { hostId, batch } = arrival;
    if (this.#isClosed) throw busy();
    if (!this.#clusters.get(hostId)) await this.clusterChanged(hostId);
    if (!this.#clusters.get(hostId)) throw refusal('unknownToken');
    const stored = this.#storedAck(arrival);
    if (stored) return stored;
    if (this.#clock.isToWait(arrival)) throw busy();
    const key = `${hostId}/${batch.agent.id}`;
    const other = this.#inFlight.get(key);
    // The agent has lost patience and sends it again: both are answered when it is stored.
    if (other?.seq === batch.seq) return other.ack;
    const done = Promise.withResolvers<Ack>();
    if (!this.#queue.add(hostId, { arrival, done }, weightOf(arrival))) {
      this.#observer.queueFull(hostId);
      throw busy();
    }
    const flight = { seq: batch.seq, ack: done.promise };
    this.#inFlight.set(key, flight);
    void this.#run();
    try {
      return await done.promise;
    } finally {
      if (this.#inFlight.get(key) === flight) this.#inFlight.delete(key);
    }
  }

  /** A cluster is new, has another name or group, or is gone. */
  async clusterChanged(hostId: number): Promise<void> {
    await this.#mutex.runExclusive(() => this.#clusters.refreshOne(hostId));
  }

  clusterRemoved(hostId: number): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      this.#clusters.remove(hostId);
      this.#observer.clusterGone(hostId);
    });
  }

  /** Somebody has taken objects into the watch, or out of it. */
  watchChanged(
    kind: WatchedKind,
    changes: readonly { readonly id: number; readonly isMonitored: boolean }[],
  ): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      for (const { id, isMonitored } of changes) this.#clusters.setMonitored(kind, id, isMonitored);
    });
  }

  /** What another process has changed: clusters, and which objects are watched. */
  refresh(): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const { removed } = await this.#clusters.refresh();
      for (const hostId of removed) this.#observer.clusterGone(hostId);
    });
  }

  /** What passes by time alone: samples that wait in vain, clusters that fell silent, sums of what came late. */
  async tick(): Promise<void> {
    await this.#mutex.runExclusive(async () => {
      const nowMs = this.#options.now().getTime();
      this.#clock.tick(nowMs);
      const expired: number[] = [];
      for (const cluster of this.#clusters.all()) {
        endIfSilent(cluster, nowMs);
        cluster.unfold(nowMs, this.#options.limits.changesPerHour);
        cluster.registry.forget(nowMs);
        cluster.forgetAgents(nowMs);
        for (const { rowId, rows } of cluster.waiting.expire(nowMs)) {
          if (rowId !== undefined) expired.push(rowId);
          this.#observer.waitedInVain(cluster.hostId, countRows(rows));
        }
      }
      await deleteWaiting(this.#options.db, expired);
      await this.#store.flush();
    });
    for (const cluster of this.#clusters.all()) await this.#sumAgain(cluster);
  }

  /** Beside the turns: it reads what is stored and touches nothing that others do. */
  async #sumAgain(cluster: ClusterMemory): Promise<void> {
    const nowMs = this.#options.now().getTime();
    const stretch = cluster.late.take(nowMs);
    if (!stretch) return;
    try {
      const { live, metrics } = this.#options;
      await sumAgain(cluster, stretch, metrics, (id) => live.stateOf('node', id)?.isVirtual ?? false);
      cluster.late.done();
    } catch (error) {
      if (isBadInput(error)) cluster.late.done();
      else cluster.late.giveBack(stretch, nowMs);
      this.#observer.sumsFailed(cluster.hostId, error);
    }
  }

  /** Takes nothing more; what has been taken is stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#isRunning) await this.#mutex.runExclusive(() => {});
    await this.#mutex.waitForUnlock();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#queue.entries > 0)
        await this.#mutex.runExclusive(() => this.#collect(this.#queue.take(GROUP_WEIGHT)));
    } finally {
      this.#isRunning = false;
    }
  }

  /** The stages, for a group; whoever is in it gets an answer, whatever happens. */
  async #collect(entries: readonly Entry[]): Promise<void> {
    const waiting = new Map(entries.map((entry) => [entry.arrival, entry]));
    try {
      const arrivals = this.#withoutStored(waiting);
      await this.#prepare(arrivals);
      const taken = await this.#takeIn(arrivals, waiting);
      const { stored, failed } = await this.#store.store(taken);
      for (const { item, error } of failed) this.#refuse(item.arrival, error, waiting);
      for (const item of stored) {
        this.#options.onChanged?.(item.cluster.hostId, item.news);
        waiting.get(item.arrival)?.done.resolve(this.#ack(item.agent));
      }
    } catch (error) {
      for (const { done } of waiting.values()) done.reject(asAnswer(error));
    }
  }

  /** The same batch may have been stored while it waited here a second time. */
  #withoutStored(waiting: Map<Arrival, Entry>): Arrival[] {
    const left: Arrival[] = [];
    for (const { arrival, done } of waiting.values()) {
      const ack = this.#storedAck(arrival);
      if (ack) done.resolve(ack);
      else left.push(arrival);
    }
    return left;
  }

  /** Ids for what may be new, and those of objects that were forgotten and are back. */
  async #prepare(arrivals: readonly Arrival[]): Promise<void> {
    try {
      const wanted: Wanted[] = [];
      for (const { hostId, batch } of arrivals) {
        const registry = this.#clusters.get(hostId)?.registry;
        if (!registry) continue;
        for (const { upserts } of batch.inventory ?? []) {
          for (const { kind, uid, createdAt } of upserts)
            if (!registry.get(kind, uid) && registry.mayHaveForgotten(msOrNull(createdAt)))
              wanted.push({ hostId, kind, uid });
        }
      }
      for (const row of await findObjects(this.#options.db, wanted)) {
        const object = knownObject(row);
        if (object) this.#clusters.get(row.hostId)?.registry.add(object);
      }
      let needed = 0;
      for (const arrival of arrivals) {
        const cluster = this.#clusters.get(arrival.hostId);
        if (cluster) needed += newObjects(arrival, cluster).idCnt;
      }
      await this.#ids.reserve(needed);
    } catch (error) {
      this.#observer.storeFailed('prepare', error);
      throw error;
    }
  }

  /** Each is judged by what those before it have left, then put into memory; between them others have their turn. */
  async #takeIn(arrivals: readonly Arrival[], waiting: ReadonlyMap<Arrival, Entry>): Promise<TakenIn[]> {
    const { live, limits } = this.#options;
    const eventLoop = new EventLoopYield(LONGEST_STRETCH_MS);
    const context = { live, limits, ids: this.#ids, unmonitored: this.#clusters.unmonitored, eventLoop };
    const taken: TakenIn[] = [];
    for (const arrival of arrivals) {
      await eventLoop.yieldIfDue();
      const cluster = this.#clusters.get(arrival.hostId);
      const refused = cluster ? judge(arrival, cluster, limits) : refusal('unknownToken');
      if (refused) this.#refuse(arrival, refused, waiting);
      if (refused || !cluster) continue;
      try {
        taken.push(await takeIn(arrival, cluster, context));
        // Names are put in order as they come: whoever asks next would wait until those of a whole fleet are.
        if (arrival.batch.inventory) live.warm();
      } catch (error) {
        // A fault of ours; the others of the group are not to suffer from it.
        this.#observer.batchFailed(cluster.hostId, arrival.batch.agent.id, error);
        waiting.get(arrival)?.done.reject(new AppError('unknown'));
      }
    }
    return taken;
  }

  #refuse(arrival: Arrival, error: AppError, waiting: ReadonlyMap<Arrival, Entry>): void {
    const reason = reasonOf(error);
    if (reason) this.#observer.batchRefused(arrival.hostId, arrival.batch.agent.id, reason);
    waiting.get(arrival)?.done.reject(error);
  }

  #storedAck({ hostId, batch }: Arrival): Ack | undefined {
    const agent = this.#clusters.get(hostId)?.agents.get(batch.agent.id);
    return agent && batch.seq <= agent.lastSeq ? { ...this.#ack(agent), seq: batch.seq } : undefined;
  }

  #ack({ lastSeq, isResyncNeeded }: TakenIn['agent']): Ack {
    return { seq: lastSeq, settings: { sampleEveryMs: SLOT_MS }, isResyncNeeded };
  }
}

function busy(): AppError {
  return new AppError('busy', { retryAfterS: RETRY_AFTER_S });
}

/** A store that is away, full or slow passes. */
function asAnswer(error: unknown): unknown {
  if (isUnavailable(error) || error instanceof MetricStoreError) return busy();
  return error;
}
