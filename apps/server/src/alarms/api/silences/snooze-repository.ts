import type { Db } from '@gwanje/backend/database/schema';
import { MAX_SENT_ALARMS } from '@gwanje/kinds/calls/stream';
import { sql } from 'kysely';
import { seesSubGroup, type Viewer } from '../../../access/visibility-repository.ts';

export function listActiveSnoozes(db: Db, subGroupIds: Iterable<number>, now: Date) {
  return db
    .selectFrom('alarmSnooze')
    .innerJoin('cluster', 'cluster.hostId', 'alarmSnooze.hostId')
    .select(['snoozeId', 'alarmSnooze.hostId', 'cluster.name as clusterName', 'scope', 'objectId'])
    .select(['alarmSnooze.name', 'untilAt', 'reason', 'userName', 'alarmSnooze.createdAt'])
    .where('untilAt', '>', now)
    .where(sql<boolean>`cluster.sub_group_id = any(${[...subGroupIds]}::int[])`)
    .orderBy('untilAt')
    .execute();
}

export function findSnooze(db: Db, viewer: Viewer, snoozeId: number) {
  return db
    .selectFrom('alarmSnooze')
    .innerJoin('cluster', 'cluster.hostId', 'alarmSnooze.hostId')
    .select(['scope', 'alarmSnooze.name', 'alarmSnooze.hostId'])
    .select(seesSubGroup(viewer, 'cluster.subGroupId').as('isSeen'))
    .where('snoozeId', '=', snoozeId)
    .executeTakeFirst();
}

/** The newest open alarms of a cluster, up to the size of one stream message. */
export async function newestOpenAlarmIds(db: Db, hostId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm')
    .select('alarmId')
    .where('hostId', '=', hostId)
    .where('confirmLevel', 'in', [1, 2, 3])
    .orderBy('alarmId', 'desc')
    .limit(MAX_SENT_ALARMS)
    .execute();
  return rows.map(({ alarmId }) => alarmId);
}

export function findObject(db: Db, hostId: number, objectId: number) {
  return db
    .selectFrom('object')
    .select(['name', 'kind'])
    .where('objectId', '=', objectId)
    .where('hostId', '=', hostId)
    .executeTakeFirst();
}
