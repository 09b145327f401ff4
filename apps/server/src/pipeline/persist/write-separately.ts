import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { EventWrite } from '../apply/events.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { writeEvents } from './event-repository.ts';
import { writePending } from './object-repository.ts';

/** Writes the pending rows of a cluster. When the database refuses them, it writes object by object and drops the bad ones. */
export async function writeObjectsSeparately(
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
      pending.restoreInto(cluster.pending);
      throw error;
    }
    for (const [objectId, part] of parts) {
      try {
        await db.transaction().execute((trx) => writePending(trx, [part]));
        parts.delete(objectId);
      } catch (refused) {
        if (isUnavailable(refused)) {
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
    await writeEventsSeparately(db, events.slice(0, middle), onDropped);
    await writeEventsSeparately(db, events.slice(middle), onDropped);
  }
}
