import type { Db } from '@gwanje/backend/database/schema';
import { msOfTime } from '@gwanje/kinds/definition/record-fields';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import type { Clusters } from '../state/clusters.ts';
import type { IngestObserver } from '../state/ingest-observer.ts';
import type { IdBlocks } from './id-block-repository.ts';
import { findObjects, knownObject, type ObjectKey } from './known-object-repository.ts';
import { countNewObjects } from './validate-batch.ts';

/**
 * Loads deleted objects that may exist again and reserves ids for new objects, in two statements per group.
 */
export async function prepareIds(
  batches: readonly ReceivedBatch[],
  clusters: Clusters,
  ids: IdBlocks,
  db: Db,
  observer: IngestObserver,
): Promise<void> {
  try {
    for (const row of await findObjects(
      db,
      batches.flatMap((batch) => forgottenKeys(batch, clusters)),
    )) {
      const object = knownObject(row);
      if (object) clusters.get(row.hostId)?.registry.put(object);
    }
    let idCnt = 0;
    for (const received of batches) {
      const cluster = clusters.get(received.hostId);
      if (cluster) idCnt += countNewObjects(received, cluster).idCnt;
    }
    await ids.reserve(idCnt);
  } catch (error) {
    observer.storeFailed('prepare', error);
    throw error;
  }
}

/** Unknown objects of a batch that the registry may have known and dropped. */
function forgottenKeys({ hostId, batch }: ReceivedBatch, clusters: Clusters): ObjectKey[] {
  const registry = clusters.get(hostId)?.registry;
  if (!registry) return [];
  return (batch.inventory ?? [])
    .flatMap(({ upserts }) => upserts)
    .filter(
      ({ kind, uid, createdAt }) => !registry.get(kind, uid) && registry.mayHaveDropped(msOfTime(createdAt)),
    )
    .map(({ kind, uid }) => ({ hostId, kind, uid }));
}
