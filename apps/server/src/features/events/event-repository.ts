import type { Database } from '@gwanje/backend/database/schema';
import { eventColumns, type listEvents } from '@gwanje/contract/clusters/events';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { type Kysely, sql } from 'kysely';
import {
  type ColumnExpressions,
  columnConditions,
  sortExpressions,
} from '../../platform/store/column-query.ts';
import { orderTerms } from '../../platform/store/order-terms.ts';

type Db = Kysely<Database>;
type Body = BodyOf<typeof listEvents>;

const EXPRESSIONS: ColumnExpressions<typeof eventColumns> = {
  eventId: sql`event.event_id`,
  hostId: sql`event.host_id`,
  clusterName: sql`cluster.name`,
  level: sql`event.level`,
  type: sql`event.type`,
  reason: sql`event.reason`,
  message: sql`event.message`,
  count: sql`event.count`,
  firstAt: sql`event.first_at`,
  lastAt: sql`event.last_at`,
  objectKind: sql`event.object_kind`,
  objectNamespace: sql`event.object_namespace`,
  objectName: sql`event.object_name`,
  objectId: sql`event.object_id`,
  containerName: sql`event.container_name`,
  source: sql`event.source`,
};

const SORTED = sortExpressions(eventColumns, EXPRESSIONS);

function matching(db: Db, hostIds: readonly number[], filter: Body['filter']) {
  let query = db
    .selectFrom('event')
    .innerJoin('cluster', 'cluster.hostId', 'event.hostId')
    .where(sql<boolean>`event.host_id = any(${[...hostIds]}::int[])`);
  for (const condition of columnConditions(eventColumns, EXPRESSIONS, filter)) query = query.where(condition);
  return query;
}

/** The count stops here: no user pages that far, and each page would count all rows again. */
export const MOST_COUNTED = 100_000;

export async function countEvents(
  db: Db,
  hostIds: readonly number[],
  filter: Body['filter'],
  most = MOST_COUNTED,
): Promise<{ totalCnt: number; isTruncated: boolean }> {
  const some = matching(db, hostIds, filter)
    .select('event.eventId')
    .limit(most + 1)
    .as('some');
  const { cnt } = await db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .executeTakeFirstOrThrow();
  return { totalCnt: Math.min(cnt, most), isTruncated: cnt > most };
}

export function listEventRows(db: Db, hostIds: readonly number[], { filter, orderBy }: Body, page: Page) {
  let query = matching(db, hostIds, filter).select([
    'event.eventId',
    'event.hostId',
    'cluster.name as clusterName',
    'event.level',
    'event.type',
    'event.reason',
    'event.message',
    'event.count',
    'event.firstAt',
    'event.lastAt',
    'event.objectKind',
    'event.objectNamespace',
    'event.objectName',
    'event.objectId',
    'event.containerName',
    'event.source',
  ]);
  for (const term of orderTerms(orderBy, SORTED, '-lastAt')) query = query.orderBy(term);
  return query
    .orderBy('event.eventId', 'desc')
    .limit(page.pageCnt)
    .offset((page.pageNo - 1) * page.pageCnt)
    .execute();
}
