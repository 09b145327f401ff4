import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { maintainedUntil, snoozedUntil } from '../engine/repositories/silence-repository.ts';
import { AlarmFacts } from './message-facts.ts';

/** Alarms with all fields that decide whether their receivers are notified. */
export async function loadNotifiableAlarms(db: Db, alarmIds: readonly number[], now: Date) {
  const rows = await alarmsWithCluster(db)
    .select(['alarm.isNotified', 'alarm.parentAlarmId', 'cluster.subGroupId', 'cluster.alarmTemplateId'])
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')])
    .where(sql<boolean>`alarm.alarm_id = any(${[...alarmIds]}::int[])`)
    .execute();
  return rows.map(({ snoozedUntil: snoozed, maintainedUntil: maintained, ...row }) => ({
    ...row,
    facts: factsOf(row),
    isFolded: row.parentAlarmId !== null,
    snoozedUntilMs: snoozed?.getTime() ?? null,
    maintainedUntilMs: maintained?.getTime() ?? null,
  }));
}

export type NotifiableAlarm = Awaited<ReturnType<typeof loadNotifiableAlarms>>[number];

export function subGroupsOf(alarms: readonly NotifiableAlarm[]): readonly number[] {
  return [...new Set(alarms.map(({ subGroupId }) => subGroupId))];
}

/** One alarm, whether or not the viewer may see it. */
export async function findAlarmFacts(db: Db, viewer: Viewer, alarmId: number) {
  const row = await alarmsWithCluster(db)
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('alarm.alarmId', '=', alarmId)
    .executeTakeFirst();
  return row && { facts: factsOf(row), isSeen: row.isSeen };
}

export async function findLatestAlarmFacts(db: Db, viewer: Viewer): Promise<AlarmFacts | undefined> {
  const row = await alarmsWithCluster(db)
    .where(sql<boolean>`${seesSubGroup(viewer, 'cluster.subGroupId')}`)
    .orderBy('alarm.occurredAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && factsOf(row);
}

function alarmsWithCluster(db: Db) {
  return db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(['alarm.alarmId', 'alarm.level', 'alarm.type', 'alarm.confirmLevel', 'alarm.recoveredAt'])
    .select(['alarm.target', 'alarm.namespace', 'alarm.objectName as name', 'alarm.nodeName as node'])
    .select(['alarm.itemKey', 'alarm.itemName', 'alarm.value', 'alarm.threshold', 'alarm.occurCnt as count'])
    .select(['alarm.occurredAt', 'alarm.changedAt', 'alarm.confirmedBy as user', 'cluster.name as cluster']);
}

function factsOf(row: { readonly recoveredAt: Date | null }): AlarmFacts {
  return AlarmFacts.parse({ ...withIsoTimes(row), isRecovered: row.recoveredAt !== null });
}
