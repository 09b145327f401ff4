import type { Db } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { ExcludableKind } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Mutex } from 'async-mutex';
import type { IngestLimits } from '../config.ts';
import type { ReadObjects } from '../live/copies/read-objects.ts';
import { applyDelta } from '../live/delta/apply-delta.ts';
import type { LiveDelta } from '../live/delta/live-delta.ts';
import type { LiveState } from '../live/live-state.ts';
import type { Ownership } from '../platform/ownership.ts';
import { putFromRecords } from './apply/put-from-records.ts';
import type { PreparedObjects } from './identify/known-object-repository.ts';
import { passTime } from './persist/pass-time.ts';
import type { GroupPersister } from './persist/persist-group.ts';
import { moving } from './receive/refusal.ts';
import { type LiveCopy, prepareObjects, recoverAll, recoverMemories } from './recover/recover.ts';
import { NO_RECENT_VALUES, recoverValues } from './recover/recover-values.ts';
import { ClusterMemory } from './state/cluster-memory.ts';
import type { Clusters } from './state/clusters.ts';
import type { IngestObserver } from './state/ingest-observer.ts';
import type { KnownObject } from './state/object-registry.ts';

export interface OwnedClustersOptions {
  readonly db: Db;
  readonly live: LiveState;
  readonly metrics: MetricStore;
  readonly now: () => Date;
  readonly limits: IngestLimits;
  /** The clusters that this server works for. */
  readonly ownership: Ownership;
  /** How long a start waits for the latest values of the metric store. */
  readonly valuesWithinMs?: number;
}

/** What the pipeline shares with its clusters. */
export interface OwnedClustersParts {
  readonly clusters: Clusters;
  readonly persister: GroupPersister;
  readonly observer: IngestObserver;
  /** One task at a time changes memory and tables. */
  readonly mutex: Mutex;
  /** Runs the stages for the batches that wait for others. */
  readonly ingestWaiting: () => Promise<void>;
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

const VALUES_WITHIN_MS = 20_000;
/** The pipeline runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;
/** Longer for a cluster without an owner: between two steps a busy server does much other work. */
const MAX_BUSY_OWNING_MS = 10;
/** A cluster that was announced and not handed over within this time is forgotten again. */
const PREPARED_FOR_MS = 60_000;

/**
 * The clusters that this server works for, from their recovery to their release, and the copies that it has of the
 * clusters of other replicas.
 */
export class OwnedClusters {
  readonly #options: OwnedClustersOptions;
  readonly #parts: OwnedClustersParts;
  readonly #clusters: Clusters;
  readonly #mutex: Mutex;
  /** Clusters whose memory is being read. */
  readonly #owning = new Map<number, AbortController>();
  readonly #releasing = new Set<number>();
  /** Clusters that are about to be handed over to this replica. */
  readonly #prepared = new Map<number, Promise<PreparedObjects>>();
  /** Clusters whose copy is being updated. */
  readonly #copying = new Map<number, Promise<void>>();
  /** The latest values are read for one cluster after the other. */
  #values: Promise<unknown> = Promise.resolve();

  constructor(options: OwnedClustersOptions, parts: OwnedClustersParts) {
    this.#options = options;
    this.#parts = parts;
    this.#clusters = parts.clusters;
    this.#mutex = parts.mutex;
  }

  /** Reads the memory of all clusters at the start. */
  async recoverAtStart(): Promise<void> {
    const { added } = await this.#clusters.refresh();
    const hostIds = added.filter((hostId) => this.#options.ownership.owns(hostId));
    const isAll = hostIds.length === added.length;
    const memories = new Map(hostIds.map((hostId) => [hostId, new ClusterMemory(hostId)]));
    if (memories.size > 0) {
      const context = this.#recoveryOf(memories, 'none');
      this.#parts.observer.recovered(await recoverAll({ ...context, hostIds: isAll ? null : hostIds }));
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
      onValuesMissing: (error: unknown) => this.#parts.observer.valuesMissing(error),
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
        this.#parts.persister.beginHigherIds();
      });
      const tookMs = Math.round(performance.now() - startMs);
      this.#parts.observer.owned(hostId, { objectCnt, copy, tookMs });
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
        await this.#parts.ingestWaiting();
        const cluster = this.#clusters.get(hostId);
        if (!cluster) return null;
        await this.#parts.persister.flush([cluster]);
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
      if (before) await this.#parts.persister.flush([before]);
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

  /** Call it when a cluster was created, renamed, moved to another group or deleted. */
  async clusterChanged(hostId: number): Promise<void> {
    await this.#mutex.runExclusive(async () => {
      if (await this.#clusters.refreshOne(hostId)) await this.#addNew([hostId]);
    });
  }

  /** Begins the work for new clusters that this server owns. */
  async #addNew(added: readonly number[]): Promise<void> {
    const hostIds = added.filter((hostId) => this.#options.ownership.owns(hostId));
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
      this.#parts.observer.clusterRemoved(hostId);
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
      for (const hostId of removed) this.#parts.observer.clusterRemoved(hostId);
      await this.#addNew(added);
    });
  }

  worksFor(hostId: number): boolean {
    const isReady = this.#clusters.get(hostId) !== undefined && !this.#releasing.has(hostId);
    return isReady && this.#options.ownership.owns(hostId);
  }

  /** Timed work without a batch: expired samples, silent clusters, deferred changes, sums of late samples. */
  async tick(nowMs: number): Promise<void> {
    await passTime({ ...this.#options, ...this.#parts }, this.#mutex, nowMs);
  }
}
