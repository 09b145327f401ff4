import type { Db } from '@gwanje/backend/database/schema';
import { eventColumns, type listEvents } from '@gwanje/contract/clusters/events';
import { keysOf, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { sql } from 'kysely';
import { columnsOf, listRows, type SqlList } from '../../platform/store/list-repository.ts';

const EVENTS: SqlList<typeof eventColumns> = {
  columns: eventColumns,
  expressions: { ...columnsOf('event', keysOf(eventColumns)), clusterName: sql.ref('cluster.name') },
  id: sql.ref('event.eventId'),
  order: '-lastAt',
};

/** The count stops here: no user pages that far, and each page would count all rows again. */
const MAX_COUNTED = 100_000;

export async function listEventPage(
  db: Db,
  hostIds: readonly number[],
  request: BodyOf<typeof listEvents> & Page,
  most = MAX_COUNTED,
) {
  const query = db
    .selectFrom('event')
    .innerJoin('cluster', 'cluster.hostId', 'event.hostId')
    .where(sql<boolean>`event.host_id = any(${[...hostIds]}::int[])`);
  const { totalCnt, list } = await listRows(db, query, EVENTS, request, most + 1);
  return { totalCnt: Math.min(totalCnt, most), isTruncated: totalCnt > most, list };
}
