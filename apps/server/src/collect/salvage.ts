import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import type { ClusterMemory } from './cluster-memory.ts';
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
