import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../access/visibility-repository.ts';
import { maintainedUntil, snoozedUntil } from '../engine/repositories/silence-repository.ts';
import type { AlarmFacts } from './message-facts.ts';

/** An alarm with all fields that decide whether its receivers are notified. */
export interface NotifiableAlarm {
  readonly facts: AlarmFacts;
  readonly isNotified: boolean;
  readonly isFolded: boolean;
  readonly subGroupId: number;
  readonly alarmTemplateId: number;
  readonly snoozedUntilMs: number | null;
  readonly maintainedUntilMs: number | null;
}

export async function loadNotifiableAlarms(
  db: Db,
  alarmIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, NotifiableAlarm>> {
  const rows = await alarmsWithCluster(db)
    .select(['alarm.isNotified', 'alarm.parentAlarmId', 'cluster.subGroupId', 'cluster.alarmTemplateId'])
    .select([snoozedUntil(now).as('snoozedUntil'), maintainedUntil(now).as('maintainedUntil')])
    .where(sql<boolean>`alarm.alarm_id = any(${[...alarmIds]}::int[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.alarmId,
      {
        facts: factsOf(row),
        isNotified: row.isNotified,
        isFolded: row.parentAlarmId !== null,
        subGroupId: row.subGroupId,
        alarmTemplateId: row.alarmTemplateId,
        snoozedUntilMs: row.snoozedUntil?.getTime() ?? null,
        maintainedUntilMs: row.maintainedUntil?.getTime() ?? null,
      },
    ]),
  );
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
    .select(['alarm.target', 'alarm.namespace', 'alarm.objectName', 'alarm.nodeName', 'alarm.itemKey'])
    .select(['alarm.itemName', 'alarm.value', 'alarm.threshold', 'alarm.occurCnt', 'alarm.occurredAt'])
    .select(['alarm.changedAt', 'alarm.confirmedBy', 'cluster.name as clusterName']);
}

function factsOf(
  row: Awaited<ReturnType<ReturnType<typeof alarmsWithCluster>['executeTakeFirstOrThrow']>>,
): AlarmFacts {
  return {
    alarmId: row.alarmId,
    level: row.level,
    type: row.type,
    confirmLevel: row.confirmLevel,
    isRecovered: row.recoveredAt !== null,
    cluster: row.clusterName,
    target: row.target,
    namespace: row.namespace,
    name: row.objectName,
    node: row.nodeName,
    itemKey: row.itemKey,
    itemName: row.itemName,
    value: row.value,
    threshold: row.threshold,
    count: row.occurCnt,
    occurredAt: row.occurredAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    user: row.confirmedBy,
  };
}
