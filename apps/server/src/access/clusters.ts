import type { Database } from '@gwanje/backend/database/schema';
import type { Kysely } from 'kysely';
import { requireSeen } from './targets.ts';
import { seesSubGroup, type Viewer } from './visibility.ts';

/** A cluster that is named needs only to be in an allowed group; the selection has no say. */
export async function requireSeenCluster(
  db: Kysely<Database>,
  viewer: Viewer,
  hostId: number,
): Promise<void> {
  const row = await db
    .selectFrom('cluster')
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('hostId', '=', hostId)
    .executeTakeFirst();
  requireSeen('cluster', hostId, row && { isSeen: Boolean(row.isSeen) });
}
