import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { ClusterMemory } from '../apply/cluster-memory.ts';
import { foldEvents } from '../apply/events.ts';
import type { TakenIn } from '../take-in.ts';
import type { PendingWrites } from './pending-writes.ts';
import {
  type AgentWrite,
  deleteWaiting,
  type FlagWrite,
  writeAgents,
  writeClusters,
  writeFlags,
  writeWaiting,
} from './write-batches.ts';
import { resolveEvents, writeEvents } from './write-events.ts';
import { writePending } from './write-objects.ts';

/** So many rows are a short transaction; the embedded database runs no other meanwhile. */
const ROWS_AT_ONCE = 1500;

/**
 * Of a large listing all but the last part goes ahead, in transactions of its own: an object is written whole or not at
 * all, and found again by its uid should the batch that told of it come a second time.
 */
export async function writeAhead(
  db: Kysely<Database>,
  pending: ReadonlyMap<ClusterMemory, PendingWrites>,
): Promise<void> {
  for (const [{ hostId }, one] of pending) {
    if (one.size <= ROWS_AT_ONCE) continue;
    const parts = one.takeParts(ROWS_AT_ONCE);
    parts.pop()?.giveBackTo(one);
    for (const [index, part] of parts.entries()) {
      try {
        await db.transaction().execute(async (trx) => {
          if (!(await hasCluster(trx, hostId))) throw new Error(`cluster ${hostId} is gone`);
          await writePending(trx, [part]);
        });
      } catch (error) {
        for (const left of parts.slice(index)) left.giveBackTo(one);
        throw error;
      }
    }
  }
}

/** Objects hold no key to their cluster: nothing but this keeps those of one that was deleted from being written. */
export async function hasCluster(db: Kysely<Database>, hostId: number): Promise<boolean> {
  const found = await db
    .selectFrom('cluster')
    .select('hostId')
    .where('hostId', '=', hostId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** Everything a group of batches says, and that they have been taken, in one transaction. Answers rows of what waits. */
export async function commit(
  db: Kysely<Database>,
  items: readonly TakenIn[],
  pending: readonly PendingWrites[],
): Promise<Map<TakenIn, number>> {
  const clusters = [...new Set(items.map(({ cluster }) => cluster))];
  const waiting = items.flatMap((item) => (item.waiting ? [{ item, write: item.waiting }] : []));
  const done = items.flatMap(({ retried }) => retried?.done.flatMap(({ rowId }) => rowId ?? []) ?? []);
  const resolvable = items.flatMap(({ cluster, resolvable: objects }) =>
    objects.map((object) => ({ hostId: cluster.hostId, object })),
  );
  return await db.transaction().execute(async (trx) => {
    await writePending(trx, pending);
    await writeEvents(trx, foldEvents(items.flatMap(({ events }) => events)));
    await resolveEvents(trx, resolvable);
    await writeAgents(trx, lastOfEachAgent(items));
    await writeClusters(trx, clusters);
    await writeFlags(trx, foldFlags(items.flatMap(({ flags }) => flags)));
    await deleteWaiting(trx, done);
    const ids = await writeWaiting(
      trx,
      waiting.map(({ write }) => write),
    );
    return new Map(
      waiting.flatMap(({ item }, index) => (ids[index] === undefined ? [] : [[item, ids[index]]])),
    );
  });
}

function lastOfEachAgent(items: readonly TakenIn[]): AgentWrite[] {
  const rows = new Map<string, AgentWrite>();
  for (const { cluster, agent } of items)
    rows.set(`${cluster.hostId}/${agent.agentId}`, { hostId: cluster.hostId, agent });
  return [...rows.values()];
}

function foldFlags(flags: readonly FlagWrite[]): FlagWrite[] {
  const folded = new Map<string, FlagWrite>();
  for (const flag of flags) {
    const key = `${flag.hostId}/${flag.reason}`;
    folded.set(key, { ...flag, cnt: flag.cnt + (folded.get(key)?.cnt ?? 0) });
  }
  return [...folded.values()];
}

/** Takes what is to be written out of the clusters' memory; on failure it is to be given back. */
export function takePending(clusters: Iterable<ClusterMemory>): Map<ClusterMemory, PendingWrites> {
  const taken = new Map<ClusterMemory, PendingWrites>();
  for (const cluster of clusters) {
    if (cluster.pending.size > 0) taken.set(cluster, cluster.takePending());
  }
  return taken;
}

export function giveBack(taken: ReadonlyMap<ClusterMemory, PendingWrites>): void {
  for (const [cluster, pending] of taken) pending.giveBackTo(cluster.pending);
}
