import type { Db } from '@gwanje/backend/database/schema';
import { AlarmBrief, MAX_SENT_ALARMS } from '@gwanje/kinds/calls/stream';
import { type RawBuilder, sql } from 'kysely';
import { withIsoTimes } from '../../../platform/store/iso-times.ts';
import { isSnoozedBy, maintainedUntil, snoozedUntil } from './silence-repository.ts';

const isOpen = sql`alarm.confirm_level in (1, 2, 3)`;

type AlarmIdsByHost = ReadonlyMap<number, number[]>;

/**
 * At most `MAX_SENT_ALARMS` alarms. Alarms that are not folded come first, then folded alarms by parent, each
 * by severity.
 */
export async function loadBriefs(
  db: Db,
  alarmIds: readonly number[],
  excludeFolded: boolean,
  now: Date,
): Promise<AlarmBrief[]> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(['alarm.alarmId', 'alarm.hostId', 'cluster.name as clusterName', 'alarm.level', 'alarm.type'])
    .select(['alarm.confirmLevel', 'alarm.target', 'alarm.objectId', 'alarm.objectName', 'alarm.namespace'])
    .select(['alarm.itemKey', 'alarm.itemName', 'alarm.value', 'alarm.threshold', 'alarm.occurCnt'])
    .select(['alarm.occurredAt', 'alarm.lastOccurredAt', 'alarm.recoveredAt', 'alarm.parentAlarmId'])
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')])
    .where(sql<boolean>`alarm.alarm_id = any(${[...alarmIds]}::int[])`)
    .where(sql<boolean>`(alarm.parent_alarm_id is null or not ${excludeFolded}::boolean)`)
    .orderBy(sql`alarm.parent_alarm_id nulls first`)
    .orderBy('alarm.level', 'desc')
    .orderBy('alarm.alarmId')
    .limit(MAX_SENT_ALARMS)
    .execute();
  return rows.map((row) =>
    AlarmBrief.parse({
      ...withIsoTimes(row),
      isSnoozed: row.snoozedUntil !== null,
      isInMaintenance: row.maintainedUntil !== null,
    }),
  );
}

/** Open alarms whose snooze ended, or whose maintenance window began or ended, after `after` and up to `until`. */
export function silenceChangesBetween(db: Db, after: Date, until: Date): Promise<AlarmIdsByHost> {
  return idsByHost(
    db,
    sql`select alarm.alarm_id, alarm.host_id from alarm_snooze s join alarm on s.host_id = alarm.host_id
      where s.until_at > ${after} and s.until_at <= ${until} and ${isOpen} and ${isSnoozedBy}
      union
      ${openAlarmsOfWindows(sql`(m.from_at > ${after} and m.from_at <= ${until}) or (m.to_at > ${after} and m.to_at <= ${until})`)}`,
  );
}

/** Open alarms of the clusters of a maintenance window, whether or not the window is running. */
export function openAlarmsOfWindow(db: Db, maintenanceId: number): Promise<AlarmIdsByHost> {
  return idsByHost(db, openAlarmsOfWindows(sql`m.maintenance_id = ${maintenanceId}`));
}

function openAlarmsOfWindows(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select alarm.alarm_id, alarm.host_id
    from maintenance m
    join cluster c on m.host_id = c.host_id or m.sub_group_id = c.sub_group_id
    join alarm on alarm.host_id = c.host_id
    where ${isOpen} and (${condition})`;
}

async function idsByHost(db: Db, query: RawBuilder<unknown>): Promise<AlarmIdsByHost> {
  const { rows } = await sql<{ alarmId: number; hostId: number }>`
    select alarm_id, host_id from (${query}) found order by alarm_id`.execute(db);
  const grouped = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...grouped].map(([hostId, found]) => [hostId, found.map(({ alarmId }) => alarmId)]));
}
