import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/** The events of a cluster, newest first. */
export function listRecentEvents(db: Db, hostId: number, since: Date, limit: number) {
  return db
    .selectFrom('event')
    .select(['eventId', 'type', 'reason', 'message', 'count', 'firstAt', 'lastAt', 'objectKind'])
    .select(['objectNamespace', 'objectName', 'objectId'])
    .where('hostId', '=', hostId)
    .where('lastAt', '>', since)
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute();
}

/** The restarts of the containers of the clusters' pods in the object history. */
export async function listRestarts(db: Db, hostIds: readonly number[], since: Date) {
  const { rows } = await sql<{ hostId: number; podId: number; atMs: number; cnt: number }>`
    select host_id, object_id as pod_id, date_part('epoch', at) * 1000 as at_ms,
      (one ->> 'to')::int - coalesce((one ->> 'from')::int, 0) as cnt
    from object_change, json_array_elements(changes) one
    where at > ${since} and host_id = any(${[...hostIds]}::int[]) and one ->> 'what' like '%.restartCnt' and one ->> 'to' is not null`.execute(
    db,
  );
  return rows;
}
