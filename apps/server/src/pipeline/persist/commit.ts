import type { AppliedBatch } from '../apply/apply-batch.ts';
import { type EventWrite, mergeEvents } from '../apply/events.ts';
import { writeRefusals } from '../receive/refusals/refusal-repository.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { hasCluster } from '../state/cluster-repository.ts';
import type { PendingWrites } from '../state/pending-writes.ts';
import {
  type AgentWrite,
  deleteWaiting,
  writeAgents,
  writeClusters,
  writeWaiting,
} from './batch-repository.ts';
import { type ClusterWriter, isRowRefused, type Written } from './cluster-writer.ts';
import { resolveEvents, writeEvents } from './event-repository.ts';
import { writeManifests } from './manifest-repository.ts';
import { writePending } from './object-repository.ts';

/** Keeps a transaction short: the embedded database runs only one at a time. */
const ROWS_PER_TRANSACTION = 1500;

/**
 * Writes all but the last part of a large listing in transactions before the commit. An object is written completely or
 * not at all. When the agent resends the batch, the object is found by its uid.
 */
export async function writeAhead(
  writer: ClusterWriter,
  pending: ReadonlyMap<ClusterMemory, PendingWrites>,
): Promise<void> {
  for (const [cluster, writes] of pending) {
    if (writes.size <= ROWS_PER_TRANSACTION) continue;
    const parts = writes.takeParts(ROWS_PER_TRANSACTION);
    parts.pop()?.restoreInto(writes);
    for (const [index, part] of parts.entries()) {
      try {
        await writer.commit(written(cluster, part), async (trx) => {
          if (!(await hasCluster(trx, cluster.hostId)))
            throw new Error(`cluster ${cluster.hostId} is deleted`);
          await writePending(trx, [part]);
        });
      } catch (error) {
        for (const left of parts.slice(index)) left.restoreInto(writes);
        throw error;
      }
    }
  }
}

function written(cluster: ClusterMemory, pending: PendingWrites): Written {
  return { batches: [], pending: new Map([[cluster, pending]]) };
}

/** Writes a group of batches and the sequence numbers of their agents in one transaction. */
export async function commit(
  writer: ClusterWriter,
  batches: readonly AppliedBatch[],
  pending: ReadonlyMap<ClusterMemory, PendingWrites>,
): Promise<void> {
  const done = batches.flatMap(({ retry }) => retry?.done.flatMap(({ rowId }) => rowId ?? []) ?? []);
  const clusters = new Set([...pending.keys(), ...batches.map(({ cluster }) => cluster)]);
  const resolvable = [...clusters].flatMap(({ hostId, resolvable: objects }) =>
    [...objects.values()].map((object) => ({ hostId, object })),
  );
  await writer.commit({ batches, pending }, async (trx) => {
    await writePending(trx, [...pending.values()]);
    await writeEvents(trx, mergeEvents(batches.flatMap(({ events }) => events)));
    await resolveEvents(trx, resolvable);
    // One batch after the other: two batches of a group may have the same object.
    for (const { manifests } of batches) await writeManifests(trx, manifests.writes);
    await writeAgents(trx, lastOfEachAgent(batches));
    await writeClusters(trx, [...new Set(batches.map(({ cluster }) => cluster))]);
    await writeRefusals(
      trx,
      batches.flatMap(({ refusals }) => refusals),
    );
    await deleteWaiting(trx, done);
    for (const { waiting } of batches) if (waiting) await writeWaiting(trx, waiting);
  });
  for (const cluster of clusters) cluster.resolvable.clear();
}

function lastOfEachAgent(batches: readonly AppliedBatch[]): AgentWrite[] {
  const rows = new Map<string, AgentWrite>();
  for (const { cluster, agent } of batches)
    rows.set(`${cluster.hostId}/${agent.agentId}`, { hostId: cluster.hostId, agent });
  return [...rows.values()];
}

/** Takes the pending writes out of memory. `restorePending` puts them back after a failure. */
export function takePending(clusters: Iterable<ClusterMemory>): Map<ClusterMemory, PendingWrites> {
  const taken = new Map<ClusterMemory, PendingWrites>();
  for (const cluster of clusters) {
    if (cluster.pending.size > 0) taken.set(cluster, cluster.takePending());
  }
  return taken;
}

export function restorePending(taken: ReadonlyMap<ClusterMemory, PendingWrites>): void {
  for (const [cluster, pending] of taken) pending.restoreInto(cluster.pending);
}

/** Writes the pending rows of a cluster. When the database refuses them, it writes object by object and drops the bad ones. */
export async function writeObjectsSeparately(
  writer: ClusterWriter,
  cluster: ClusterMemory,
  onDropped: (objectId: number, error: unknown) => void,
): Promise<void> {
  const pending = cluster.takePending();
  if (pending.size === 0) return;
  const parts = pending.byObject();
  try {
    await writer.commit(written(cluster, pending), (trx) => writePending(trx, [pending]));
  } catch (error) {
    if (!isRowRefused(error)) {
      pending.restoreInto(cluster.pending);
      throw error;
    }
    for (const [objectId, part] of parts) {
      try {
        await writer.commit(written(cluster, part), (trx) => writePending(trx, [part]));
        parts.delete(objectId);
      } catch (refused) {
        if (!isRowRefused(refused)) {
          for (const left of parts.values()) left.restoreInto(cluster.pending);
          throw refused;
        }
        parts.delete(objectId);
        onDropped(objectId, refused);
      }
    }
  }
}

/** Writes events in ever smaller parts and drops those that the database refuses. */
export async function writeEventsSeparately(
  writer: ClusterWriter,
  hostId: number,
  events: readonly EventWrite[],
  onDropped: (event: EventWrite, error: unknown) => void,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  try {
    await writer.write([hostId], (trx) => writeEvents(trx, events));
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    if (events.length === 1) {
      onDropped(first, error);
      return;
    }
    const middle = events.length >> 1;
    await writeEventsSeparately(writer, hostId, events.slice(0, middle), onDropped);
    await writeEventsSeparately(writer, hostId, events.slice(middle), onDropped);
  }
}
