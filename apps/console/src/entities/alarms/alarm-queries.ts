import { countAlarms, getAlarm, listAlarmMemos, listAlarms } from '@gwanje/contract/alarms/alarms';
import { listMaintenance, listSnoozes } from '@gwanje/contract/alarms/silences';
import type { BodyIn, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';

export type AlarmDetail = ResponseOf<typeof getAlarm>;

/** Pages opened within this time share one response. */
const fresh = { staleMs: 2_000, changesWith: ['alarm'] } as const;
const OF_OBJECT = 30;

export function alarmCountQuery() {
  return apiQuery(countAlarms, {}, fresh);
}

export function alarmQuery(alarmId: number) {
  return apiQuery(getAlarm, { params: { alarmId: String(alarmId) } }, fresh);
}

export function alarmMemosQuery(alarmId: number) {
  return apiQuery(listAlarmMemos, { params: { alarmId: String(alarmId) } }, fresh);
}

export function snoozesQuery() {
  return apiQuery(listSnoozes, {}, fresh);
}

export function maintenanceQuery() {
  return apiQuery(listMaintenance, {}, fresh);
}

type AlarmFilter = NonNullable<BodyIn<typeof listAlarms>['filter']>;

/** The latest alarms. */
export function alarmsQuery(filter: AlarmFilter, pageCnt = OF_OBJECT) {
  const body = { filter, orderBy: ['-lastOccurredAt' as const] };
  return apiQuery(listAlarms, { params: { pageNo: 1, pageCnt }, body }, fresh);
}

/** The alarms of one object. Object null: all alarms of the cluster, without folded ones. */
export function objectAlarmsQuery(hostId: number, objectId: number | null) {
  return alarmsQuery({
    hostId: HostId.parse(hostId),
    ...(objectId === null ? { isFolded: false } : { objectId: ObjectId.parse(objectId) }),
  });
}

const ofAlarms = [listAlarms, countAlarms, getAlarm, listAlarmMemos, listSnoozes, listMaintenance];

/** Reloads every alarm query that is on screen. */
export async function refreshAlarms(): Promise<void> {
  await invalidate(ofAlarms);
}
