import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { HostId } from '@gwanje/contract/ids';
import { AlarmBrief, MAX_TOLD_ALARMS } from '@gwanje/contract/stream';
import { type Kysely, sql } from 'kysely';
import type { StreamHub } from '../../platform/stream/hub.ts';
import { maintainedUntil } from '../notifications/maintained.ts';
import type { AlarmNews } from './engine.ts';
import { snoozedUntil } from './snoozed.ts';

/** Tells browsers of alarms, those that stand for others before all. */
export async function announceAlarms(
  db: Kysely<Database>,
  hub: StreamHub,
  { hostId, raised, changed }: AlarmNews,
  now: Date,
): Promise<void> {
  const parts = [
    // What is folded from the first counts, and is shown by nobody: a thousand screens need not hear of each.
    { type: 'alarm', alarmIds: raised, isOfHeads: true },
    { type: 'alarmChanged', alarmIds: changed, isOfHeads: false },
  ] as const;
  for (const { type, alarmIds, isOfHeads } of parts) {
    if (alarmIds.length === 0) continue;
    // A database that is too busy to say what they are is no reason to be silent: screens read what is not in the list.
    const list = await loadBriefs(db, alarmIds, isOfHeads, now).catch((error: unknown) => {
      if (isUnavailable(error)) return [];
      throw error;
    });
    hub.publish({ type, hostId: HostId.parse(hostId), list, totalCnt: alarmIds.length });
  }
}

async function loadBriefs(
  db: Kysely<Database>,
  alarmIds: readonly number[],
  isOfHeads: boolean,
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
    .where(sql<boolean>`(alarm.parent_alarm_id is null or not ${isOfHeads}::boolean)`)
    .orderBy(sql`alarm.parent_alarm_id nulls first`)
    .orderBy('alarm.level', 'desc')
    .orderBy('alarm.alarmId')
    .limit(MAX_TOLD_ALARMS)
    .execute();
  return rows.map((row) =>
    AlarmBrief.parse({
      ...row,
      occurredAt: row.occurredAt.toISOString(),
      lastOccurredAt: row.lastOccurredAt.toISOString(),
      recoveredAt: row.recoveredAt?.toISOString() ?? null,
      isSnoozed: row.snoozedUntil !== null,
      isInMaintenance: row.maintainedUntil !== null,
    }),
  );
}
