import type { Db } from '@gwanje/backend/database/schema';
import { recordKinds } from '@gwanje/kinds/registry';
import { requireSeen } from '../../access/targets.ts';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';

/** Finds an object of any kind with a manifest, existing or deleted. */
export async function findSeenObject(db: Db, viewer: Viewer, objectId: number) {
  const row = await db
    .selectFrom('object')
    .innerJoin('cluster', 'cluster.hostId', 'object.hostId')
    .select('object.hostId')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('object.objectId', '=', objectId)
    .where('object.kind', 'in', recordKinds)
    .executeTakeFirst();
  return requireSeen('object', objectId, row);
}
