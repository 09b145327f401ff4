import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { ClusterMemory } from '../apply/cluster-memory.ts';
import type { EventWrite } from '../apply/events.ts';
import { writeEvents } from '../persist/write-events.ts';
import { writePending } from '../persist/write-objects.ts';

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
  const parts = pending.byObject();
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

/** Writes events in ever smaller parts, letting go of those the database refuses. */
export async function salvageEvents(
  db: Kysely<Database>,
  events: readonly EventWrite[],
  onDropped: (event: EventWrite, error: unknown) => void,
): Promise<void> {
  const [first] = events;
  if (!first) return;
  try {
    await db.transaction().execute((trx) => writeEvents(trx, events));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (events.length === 1) {
      onDropped(first, error);
      return;
    }
    const middle = events.length >> 1;
    await salvageEvents(db, events.slice(0, middle), onDropped);
    await salvageEvents(db, events.slice(middle), onDropped);
  }
}
