import type { Database } from '@gwanje/backend/database/schema';
import {
  eventAlarmColumns,
  type listEventAlarms,
  type updateEventAlarm as updateCall,
} from '@gwanje/contract/alarms/event-alarms';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { nameKey } from '@gwanje/contract/definition/names';
import { type Kysely, sql } from 'kysely';
import {
  type ColumnExpressions,
  columnConditions,
  sortExpressions,
} from '../../platform/store/column-query.ts';
import { orderTerms } from '../../platform/store/order-terms.ts';
import { orConflict } from '../../platform/store/violations.ts';

type Db = Kysely<Database>;
export type EventAlarmFields = Omit<BodyOf<typeof updateCall>, 'eventAlarmId'>;

const EXPRESSIONS: ColumnExpressions<typeof eventAlarmColumns> = {
  eventAlarmId: sql`event_alarm.event_alarm_id`,
  hostId: sql`event_alarm.host_id`,
  clusterName: sql`cluster.name`,
  name: sql`event_alarm.name`,
  isOn: sql`event_alarm.is_on`,
  isNotified: sql`event_alarm.is_notified`,
  eventType: sql`event_alarm.event_type`,
  reason: sql`event_alarm.reason`,
  objectKind: sql`event_alarm.object_kind`,
  namespace: sql`event_alarm.namespace`,
  messageText: sql`event_alarm.message_text`,
  warningCnt: sql`event_alarm.warning_cnt`,
  criticalCnt: sql`event_alarm.critical_cnt`,
  windowMin: sql`event_alarm.window_min`,
  updatedAt: sql`event_alarm.updated_at`,
};
const SORT = sortExpressions(eventAlarmColumns, EXPRESSIONS);

export async function listEventAlarmPage(
  db: Db,
  hostIds: readonly number[],
  { filter, orderBy }: BodyOf<typeof listEventAlarms>,
  { pageNo, pageCnt }: Page,
) {
  let query = db
    .selectFrom('eventAlarm')
    .innerJoin('cluster', 'cluster.hostId', 'eventAlarm.hostId')
    .where(sql<boolean>`event_alarm.host_id = any(${[...hostIds]}::int[])`);
  for (const condition of columnConditions(eventAlarmColumns, EXPRESSIONS, filter))
    query = query.where(condition);
  const { cnt } = await query.select((eb) => eb.fn.countAll<number>().as('cnt')).executeTakeFirstOrThrow();
  let listed = query.selectAll('eventAlarm').select('cluster.name as clusterName');
  for (const term of orderTerms(orderBy, SORT, 'name')) listed = listed.orderBy(term);
  const rows = await listed
    .orderBy('eventAlarm.eventAlarmId')
    .limit(pageCnt)
    .offset((pageNo - 1) * pageCnt)
    .execute();
  const list = rows.map(({ nameKey: _key, ...row }) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
  return { totalCnt: cnt, list };
}

export function insertEventAlarms(
  db: Db,
  hostIds: readonly number[],
  fields: EventAlarmFields,
  now: Date,
): Promise<{ eventAlarmId: number; hostId: number }[]> {
  const common = { ...fields, nameKey: nameKey(fields.name), updatedAt: now };
  const rows = hostIds.map((hostId) => ({ hostId, ...common }));
  return orConflict(
    db.insertInto('eventAlarm').values(rows).returning(['eventAlarmId', 'hostId']).execute(),
    {
      field: 'name',
      reason: 'taken',
    },
  );
}

export async function updateEventAlarm(
  db: Db,
  eventAlarmId: number,
  fields: EventAlarmFields,
  now: Date,
): Promise<void> {
  await orConflict(
    db
      .updateTable('eventAlarm')
      .set({ ...fields, nameKey: nameKey(fields.name), updatedAt: now })
      .where('eventAlarmId', '=', eventAlarmId)
      .execute(),
    { field: 'name', reason: 'taken' },
  );
}

export async function deleteEventAlarm(db: Db, eventAlarmId: number): Promise<void> {
  await db.deleteFrom('eventAlarm').where('eventAlarmId', '=', eventAlarmId).execute();
}

export function lockEventAlarm(db: Db, eventAlarmId: number) {
  return db
    .selectFrom('eventAlarm')
    .selectAll()
    .where('eventAlarmId', '=', eventAlarmId)
    .forUpdate()
    .executeTakeFirst();
}
