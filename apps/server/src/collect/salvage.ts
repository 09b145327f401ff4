import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { ClusterMemory } from './cluster-memory.ts';
import { PendingWrites } from './pending-writes.ts';
import { writePending } from './write-objects.ts';

/**
 * Writes what is pending of a cluster; where the database refuses it, object by object, letting go of those it refuses,
 * so that one that cannot be written does not keep the others from being so for ever.
 */
export async function salvage(
  db: Kysely<Database>,
  cluster: ClusterMemory,
  onDropped: (objectId: number, error: unknown) => void,
): Promise<void> {
  const pending = cluster.takePending();
  if (pending.size === 0) return;
  const parts = byObject(pending);
  try {
    await db.transaction().execute((trx) => writePending(trx, [pending]));
  } catch (error) {
    if (isUnavailable(error)) {
      pending.giveBackTo(cluster.pending);
      throw error;
    }
    for (const [objectId, part] of parts) {
      try {
        await db.transaction().execute((trx) => writePending(trx, [part]));
        parts.delete(objectId);
      } catch (refused) {
        if (isUnavailable(refused)) {
          for (const left of parts.values()) left.giveBackTo(cluster.pending);
          throw refused;
        }
        parts.delete(objectId);
        onDropped(objectId, refused);
      }
    }
  }
}

function byObject(pending: PendingWrites): Map<number, PendingWrites> {
  const parts = new Map<number, PendingWrites>();
  const of = (objectId: number) => {
    const part = parts.get(objectId) ?? new PendingWrites();
    parts.set(objectId, part);
    return part;
  };
  for (const [id, write] of pending.objects) of(id).objects.set(id, write);
  for (const [id, write] of pending.containers) of(write.pod.id).containers.set(id, write);
  for (const [id, object] of pending.touched) of(id).touched.set(id, object);
  for (const [id, pod] of pending.turned) of(id).turned.set(id, pod);
  for (const change of pending.changes) of(change.objectId).changes.push(change);
  for (const [key, write] of pending.spans) of(write.nodeId).spans.set(key, write);
  return parts;
}
