import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/errors';
import { type MetricStore, MetricStoreError } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { ClusterMemory } from '../apply/cluster-memory.ts';
import type { Clusters } from '../apply/clusters.ts';
import { foldEvents } from '../apply/events.ts';
import { mergeRows } from '../apply/samples.ts';
import { IdBlocks } from '../identify/id-blocks.ts';
import type { CollectObserver } from '../observe.ts';
import { refusal } from '../receive/refuse.ts';
import { salvage, salvageEvents } from '../recover/salvage.ts';
import type { TakenIn } from '../take-in.ts';
import { commit, giveBack, hasCluster, takePending, writeAhead } from './commit.ts';
import type { PendingWrites } from './pending-writes.ts';
import { noteFolding } from './write-batches.ts';

export interface GroupStoreOptions {
  readonly db: Kysely<Database>;
  readonly metrics: MetricStore;
  readonly clusters: Clusters;
  readonly observer: CollectObserver;
}

/** What became of each batch of a group. */
export interface Stored {
  readonly stored: readonly TakenIn[];
  readonly failed: readonly { readonly item: TakenIn; readonly error: AppError }[];
}

/** Makes durable what is in memory: samples first, then everything else together with the acknowledgement. */
export class GroupStore {
  readonly #options: GroupStoreOptions;
  readonly #changeIds: IdBlocks;

  constructor(options: GroupStoreOptions) {
    this.#options = options;
    this.#changeIds = new IdBlocks(options.db, 'object_change_change_id_seq');
  }

  async store(taken: readonly TakenIn[]): Promise<Stored> {
    if (taken.length === 0) return { stored: [], failed: [] };
    const { clusters, observer } = this.#options;
    const startMs = performance.now();
    try {
      const appended = await this.#append(taken);
      const appendedMs = performance.now();
      const pending = takePending(clusters.all());
      const objectCnt = sum(pending.values(), ({ objects, containers }) => objects.size + containers.size);
      const answer = await this.#write(appended, pending);
      const { stored } = answer;
      observer.groupDone({
        batchCnt: stored.length,
        rowCnt: sum(stored, ({ rows }) => sum(rows, ({ knownCnt }) => knownCnt)),
        objectCnt,
        eventCnt: sum(stored, ({ events }) => events.length),
        appendMs: appendedMs - startMs,
        commitMs: performance.now() - appendedMs,
      });
      for (const { cluster, dropped } of stored) observer.rowsDropped(cluster.hostId, dropped);
      return answer;
    } catch (error) {
      for (const item of taken.toReversed()) willComeAgain(item);
      throw error;
    }
  }

  /** What is to be written without any batch having come. */
  async flush(): Promise<void> {
    await this.#write([], takePending(this.#options.clusters.all()));
  }

  /** Samples of the whole group in one call; where that is refused for what one batch says, each alone. */
  async #append(taken: readonly TakenIn[]): Promise<readonly TakenIn[]> {
    const { metrics, observer } = this.#options;
    const clusters = [...new Set(taken.map(({ cluster }) => cluster))];
    const derived = clusters.flatMap((cluster) => cluster.derived);
    const merged = mergeRows(taken.flatMap(({ rows }) => rows));
    try {
      if (merged.length + derived.length > 0) await metrics.append([...merged, ...derived]);
      for (const cluster of clusters) cluster.derived = [];
      return taken;
    } catch (error) {
      observer.storeFailed('append', error);
      if (!isBadInput(error)) throw error;
    }
    // Sums of values that are no measurements: nothing is lost with them.
    for (const cluster of clusters) cluster.derived = [];
    const stored: TakenIn[] = [];
    for (const item of taken) {
      const rows = mergeRows(item.rows);
      try {
        if (rows.length > 0) await metrics.append(rows);
        stored.push(item);
      } catch (error) {
        if (!isBadInput(error)) throw error;
        stored.push(withoutRows(item, error.message));
      }
    }
    return stored;
  }

  async #write(
    items: readonly TakenIn[],
    pending: ReadonlyMap<ClusterMemory, PendingWrites>,
  ): Promise<Stored> {
    const { db, observer } = this.#options;
    if (items.length === 0 && pending.size === 0) return { stored: [], failed: [] };
    try {
      await this.#numberChanges(pending.values());
      await noteFolding(db, pending.keys());
      await writeAhead(db, pending);
      written(items, await commit(db, items, [...pending.values()]));
      return { stored: items, failed: [] };
    } catch (error) {
      giveBack(pending);
      // A commit may have got through all the same.
      for (const cluster of pending.keys()) cluster.isFoldingNoted = false;
      observer.storeFailed('commit', error);
      if (isUnavailable(error)) throw error;
    }
    return await this.#writeSingly(items, [...pending.keys()]);
  }

  /** A connection may be lost while it commits: nobody knows then whether the rows are there. */
  async #numberChanges(pending: Iterable<PendingWrites>): Promise<void> {
    const fresh = [...pending].flatMap(({ changes }) => changes.filter(({ id }) => id === undefined));
    await this.#changeIds.reserve(fresh.length);
    for (const change of fresh) change.id = this.#changeIds.take();
  }

  /** The database refuses something of the group: each cluster alone, so that only the one it comes from suffers. */
  async #writeSingly(items: readonly TakenIn[], dirty: readonly ClusterMemory[]): Promise<Stored> {
    const { db, clusters, observer } = this.#options;
    const stored: TakenIn[] = [];
    const failed: { item: TakenIn; error: AppError }[] = [];
    for (const cluster of new Set([...dirty, ...items.map((item) => item.cluster)])) {
      const own = items.filter((item) => item.cluster === cluster);
      if (!(await hasCluster(db, cluster.hostId))) {
        clusters.remove(cluster.hostId);
        for (const item of own) failed.push({ item, error: refusal('unknownToken') });
        continue;
      }
      await noteFolding(db, [cluster]);
      await salvage(db, cluster, (objectId, error) =>
        observer.objectDropped(cluster.hostId, objectId, error),
      );
      for (const item of own) {
        try {
          stored.push(await this.#writeItem(item));
        } catch (error) {
          if (isUnavailable(error)) throw error;
          // Not what the batch says, which was judged before: a fault of ours, and no refusal.
          observer.batchFailed(cluster.hostId, item.agent.agentId, error);
          willComeAgain(item);
          failed.push({ item, error: new AppError('unknown') });
        }
      }
    }
    return { stored, failed };
  }

  /** One batch, whose objects are written; without those events that the database does not take. */
  async #writeItem(item: TakenIn): Promise<TakenIn> {
    const { db, observer } = this.#options;
    try {
      written([item], await commit(db, [item], []));
      return item;
    } catch (error) {
      if (isUnavailable(error) || item.events.length === 0) throw error;
    }
    const { hostId } = item.cluster;
    await salvageEvents(db, foldEvents(item.events), (event, error) => {
      item.dropped.unstorable++;
      observer.eventDropped(hostId, event.record.uid, error);
    });
    const rest = { ...item, events: [] };
    written([rest], await commit(db, [rest], []));
    return rest;
  }
}

/** It is not stored, and its agent sends it again. */
function willComeAgain({ arrival, cluster, retried, resolvable, events }: TakenIn): void {
  retried?.undo();
  cluster.events.takeBack(events.length, arrival.receivedAt.getTime());
  for (const { name } of resolvable) cluster.unresolved.add(name);
}

/** They are in the tables: memory may say so. */
function written(items: readonly TakenIn[], rowIds: ReadonlyMap<TakenIn, number>): void {
  for (const item of items) {
    const { cluster, agent, waiting } = item;
    cluster.agents.set(agent.agentId, agent);
    cluster.isFoldingNoted = cluster.folded.size > 0;
    if (waiting) {
      const { receivedMs, rows } = waiting;
      cluster.waiting.add({ rowId: rowIds.get(item), receivedMs, rows });
    }
  }
}

/** What else the batch says is taken in already: its samples are dropped, and nothing with them. */
function withoutRows(item: TakenIn, why: string): TakenIn {
  const cnt = sum(item.rows, ({ knownCnt }) => knownCnt);
  item.dropped.unstorable += cnt;
  const { hostId } = item.cluster;
  const atMs = item.arrival.receivedAt.getTime();
  const flag = { hostId, reason: 'invalidBatch' as const, cnt, atMs, detail: `samples dropped: ${why}` };
  return { ...item, rows: [], flags: [...item.flags, flag] };
}

export function isBadInput(error: unknown): error is MetricStoreError {
  return error instanceof MetricStoreError && error.kind === 'badInput';
}

function sum<Item>(items: Iterable<Item>, of: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}
