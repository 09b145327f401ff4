import type { Db } from '@gwanje/backend/database/schema';
import { templateChangeTypes } from '@gwanje/domain/mappings/labels';

/** The settings of each cluster's template. */
export function listTemplateSettings(db: Db) {
  return db
    .selectFrom('cluster')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'cluster.alarmTemplateId')
    .select(['cluster.hostId', 'cluster.alarmTemplateId', 'alarmTemplate.settings'])
    .execute();
}

/** The settings of clusters and objects that replace those of the template. Object 0 is the cluster. */
export function listOwnSettings(db: Db, hostIds?: readonly number[]) {
  const query = db.selectFrom('alarmSetting').selectAll();
  return (hostIds ? query.where('hostId', 'in', hostIds) : query).execute();
}

export function listEventAlarms(db: Db) {
  return db
    .selectFrom('eventAlarm')
    .select(['eventAlarmId', 'hostId', 'name', 'isOn', 'isNotified', 'eventType as type', 'reason'])
    .select(['objectKind', 'namespace', 'messageText', 'windowMin'])
    .select(['warningCnt as warning', 'criticalCnt as critical'])
    .execute();
}

/** Adds an entry to the template's history. `by` is null when the change came from a command. */
export async function noteTemplateChange(
  db: Db,
  by: { readonly userNo: number; readonly name: string } | null,
  at: Date,
  entry: {
    readonly alarmTemplateId: number;
    readonly change: keyof typeof templateChangeTypes;
    readonly detail: string;
  },
): Promise<void> {
  const { change, ...rest } = entry;
  const user = { userNo: by?.userNo ?? null, userName: by?.name ?? null };
  const row = { ...rest, ...user, at, changeType: templateChangeTypes[change] };
  await db.insertInto('templateChange').values(row).execute();
}
