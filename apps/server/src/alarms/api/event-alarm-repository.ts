import type { Db } from '@gwanje/backend/database/schema';
import {
  eventAlarmColumns,
  type listEventAlarms,
  type updateEventAlarm as updateCall,
} from '@gwanje/contract/alarms/event-alarms';
import { keysOf, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { sql } from 'kysely';
import { columnsOf, listRows, type SqlList } from '../../platform/store/list-repository.ts';
import { named, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict } from '../../platform/store/violations.ts';

export type EventAlarmFields = Omit<BodyOf<typeof updateCall>, 'eventAlarmId'>;

const NAME_TAKEN = { field: 'name', reason: 'taken' } as const;

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
  const common = { ...fields, ...named(fields.name), updatedAt: now };
  const rows = hostIds.map((hostId) => ({ hostId, ...common }));
  return orConflict(
    db.insertInto('eventAlarm').values(rows).returning(['eventAlarmId', 'hostId']).execute(),
    NAME_TAKEN,
  );
}

export function updateEventAlarm(
  db: Db,
  eventAlarmId: number,
  fields: EventAlarmFields,
  now: Date,
): Promise<void> {
  const change = { ...fields, ...named(fields.name), updatedAt: now };
  return orConflict(updateRow(db, 'eventAlarm', eventAlarmId, change), NAME_TAKEN);
}
