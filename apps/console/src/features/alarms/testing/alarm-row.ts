import { AlarmRow } from '@gwanje/contract/alarms/alarms';

export const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

export function alarmRow(alarmId: number, patch: Record<string, unknown> = {}): AlarmRow {
  return AlarmRow.parse({
    alarmId,
    hostId: 1,
    clusterName: 'c',
    level: 5,
    type: 1,
    confirmLevel: 1,
    target: 'pod',
    objectId: alarmId,
    objectName: `pod-${alarmId}`,
    namespace: 'shop',
    nodeId: null,
    nodeName: null,
    ownerKind: null,
    ownerName: null,
    itemKey: 'pod.crashLoop',
    itemName: null,
    value: 1,
    threshold: 1,
    occurCnt: 1,
    occurredAt: at(alarmId % 60),
    lastOccurredAt: at(alarmId % 60),
    recoveredAt: null,
    confirmedAt: null,
    confirmedBy: null,
    closedAt: null,
    changedAt: null,
    parentAlarmId: null,
    isFolded: false,
    childCnt: 0,
    memoCnt: 0,
    isSnoozed: false,
    snoozedUntil: null,
    isInMaintenance: false,
    closeReason: null,
    ...patch,
  });
}
