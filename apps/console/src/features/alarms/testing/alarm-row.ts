import { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { sampleOf } from '#core/testing/sample.ts';

export const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

export function alarmRow(alarmId: number, patch: Record<string, unknown> = {}): AlarmRow {
  const sample = Object(sampleOf(AlarmRow, { rowCnt: 0, isSparse: true }));
  const object = { target: 'pod', objectId: alarmId, objectName: `pod-${alarmId}`, namespace: 'shop' };
  const state = { level: 5, confirmLevel: 1, isFolded: false, isSnoozed: false, isInMaintenance: false };
  const own = { alarmId, itemKey: 'pod.crashLoop', occurredAt: at(alarmId % 60), childCnt: 0, memoCnt: 0 };
  return AlarmRow.parse({ ...sample, ...object, ...state, lastOccurredAt: own.occurredAt, ...own, ...patch });
}
