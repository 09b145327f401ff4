import type { Db } from '@gwanje/backend/database/schema';
import {
  eventAlarmColumns,
  type listEventAlarms,
  type updateEventAlarm as updateCall,
} from '@gwanje/contract/alarms/event-alarms';
import { keysOf } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import type { Page } from '@gwanje/contract/definition/list';
import { nameKey } from '@gwanje/contract/definition/names';
import { sql } from 'kysely';
import { columnsOf, listRows, type SqlList } from '../../platform/store/list-repository.ts';
import { orConflict } from '../../platform/store/violations.ts';

export type EventAlarmFields = Omit<BodyOf<typeof updateCall>, 'eventAlarmId'>;

const EVENT_ALARMS: SqlList<typeof eventAlarmColumns> = {
  columns: eventAlarmColumns,
  expressions: {
    ...columnsOf('eventAlarm', keysOf(eventAlarmColumns)),
    clusterName: sql.ref('cluster.name'),
  },
  id: sql.ref('eventAlarm.eventAlarmId'),
  order: 'name',
};

export function listEventAlarmPage(
  db: Db,
  hostIds: readonly number[],
  request: BodyOf<typeof listEventAlarms> & Page,
) {
  const query = db
    .selectFrom('eventAlarm')
    .innerJoin('cluster', 'cluster.hostId', 'eventAlarm.hostId')
    .where(sql<boolean>`event_alarm.host_id = any(${[...hostIds]}::int[])`);
  return listRows(db, query, EVENT_ALARMS, request);
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
