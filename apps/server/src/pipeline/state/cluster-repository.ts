import type { Db } from '@gwanje/backend/database/schema';

const COLUMNS = ['hostId', 'name', 'subGroupId', 'isMonitored'] as const;

export function readClusters(db: Db) {
  return db.selectFrom('cluster').select(COLUMNS).execute();
}

export function readCluster(db: Db, hostId: number) {
  return db.selectFrom('cluster').select(COLUMNS).where('hostId', '=', hostId).executeTakeFirst();
}

/** Locks the row: objects have no foreign key, so only this keeps objects of a deleted cluster from being written. */
export async function hasCluster(db: Db, hostId: number): Promise<boolean> {
  const found = await db
    .selectFrom('cluster')
    .select('hostId')
    .where('hostId', '=', hostId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

export function readUnmonitoredObjects(db: Db) {
  return db.selectFrom('object').select(['objectId', 'kind']).where('isMonitored', '=', false).execute();
}
