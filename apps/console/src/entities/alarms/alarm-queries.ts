import { countAlarms, getAlarm, listAlarmMemos, listAlarms } from '@gwanje/contract/alarms/alarms';
import { listMaintenance, listSnoozes } from '@gwanje/contract/alarms/silences';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { apiQuery } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { useStreamHints } from '#core/stream/use-stream-hints.ts';

export type AlarmDetail = ResponseOf<typeof getAlarm>;

/** The stream reports changes. Pages opened within this time share one response. */
const FRESH_MS = 2_000;
const OF_OBJECT = 30;

export function alarmCountQuery() {
  return apiQuery(countAlarms, {}, { staleMs: FRESH_MS });
}

export function alarmQuery(alarmId: number) {
  return apiQuery(getAlarm, { params: { alarmId: String(alarmId) } }, { staleMs: FRESH_MS });
}

export function alarmMemosQuery(alarmId: number) {
  return apiQuery(listAlarmMemos, { params: { alarmId: String(alarmId) } }, { staleMs: FRESH_MS });
}

export function snoozesQuery() {
  return apiQuery(listSnoozes, {}, { staleMs: FRESH_MS });
}

export function maintenanceQuery() {
  return apiQuery(listMaintenance, {}, { staleMs: FRESH_MS });
}

/** The alarms of one object. Object null: all alarms of the cluster, without folded ones. */
export function objectAlarmsQuery(hostId: number, objectId: number | null) {
  const filter = {
    hostId: HostId.parse(hostId),
    ...(objectId === null ? { isFolded: false } : { objectId: ObjectId.parse(objectId) }),
  };
  return apiQuery(
    listAlarms,
    { params: { pageNo: '1', pageCnt: String(OF_OBJECT) }, body: { filter, orderBy: ['-lastOccurredAt'] } },
    { staleMs: FRESH_MS },
  );
}

const ofAlarms = [listAlarms, countAlarms, getAlarm, listAlarmMemos, listSnoozes, listMaintenance];

/** Reloads every alarm query that is on screen. */
export async function refreshAlarms(): Promise<void> {
  await invalidate(ofAlarms);
}

/** Short, because users wait for new alarms. */
const EVERY_MS = 1_000;

/** Refreshes when an alarm was raised or changed: at once, then at most every second. */
export function useAlarmHints(refresh: () => void): void {
  useStreamHints(isAboutAlarms, refresh, EVERY_MS);
}

function isAboutAlarms({ type }: StreamEvent): boolean {
  return type === 'alarm' || type === 'alarmChanged';
}
