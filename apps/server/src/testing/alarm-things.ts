import type { Database } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/fields';
import { addRow, addRows } from '@gwanje/testkit/testing/rows';
import { type Kysely, sql } from 'kysely';
import { uniqueName } from './test-app.ts';

interface Place {
  readonly hostId: number;
  readonly podId: number;
  readonly ownerUserNo: number;
  readonly now: Date;
}

/** Adds an open alarm, snooze, event alarm, maintenance window, and the owner's template with a webhook. */
export async function addAlarmThings(db: Kysely<Database>, { hostId, podId, ownerUserNo, now }: Place) {
  const { rows } = await sql<{ alarmId: number }>`select nextval('alarm_id_seq')::int as alarm_id`.execute(
    db,
  );
  const alarmId = rows[0]?.alarmId ?? 0;
  await addRows(db, 'alarm', {
    alarmId,
    hostId,
    objectKey: `#${podId}`,
    itemKey: 'pod.crashLoop',
    target: 'pod',
    objectId: podId,
    objectName: 'web',
    namespace: 'default',
    type: 1,
    level: 5,
    confirmLevel: 1,
    value: 1,
    threshold: 1,
    occurredAt: now,
    lastOccurredAt: now,
    changedAt: now,
    isNotified: true,
  });
  const { snoozeId } = await addRow(db, 'alarmSnooze', {
    hostId,
    scope: 'cluster',
    name: '',
    untilAt: new Date(now.getTime() + 3_600_000),
    reason: '',
    userName: 'somebody',
    createdAt: now,
  });
  const name = uniqueName('rule');
  const { eventAlarmId } = await addRow(db, 'eventAlarm', {
    hostId,
    name,
    nameKey: nameKey(name),
    isOn: true,
    isNotified: true,
    warningCnt: 1,
    windowMin: 5,
    updatedAt: now,
  });
  const own = uniqueName('template');
  const { alarmTemplateId } = await addRow(db, 'alarmTemplate', {
    name: own,
    nameKey: nameKey(own),
    ownerUserNo,
  });
  const { webhookId } = await addRow(db, 'webhook', {
    alarmTemplateId,
    name: own,
    nameKey: nameKey(own),
    kind: 'json',
    url: 'http://127.0.0.1/secret',
    recipientList: '[]',
    minLevel: 1,
    isOn: true,
    sendsRecovery: true,
    language: 'ko',
    createdAt: now,
    updatedAt: now,
  });
  const deliveryId = crypto.randomUUID();
  await addRows(db, 'outbox', {
    deliveryId,
    alarmId,
    webhookId,
    webhookName: own,
    reason: 'occurred',
    payload: '{}',
    state: 'failed',
    createdAt: now,
  });
  const { maintenanceId } = await addRow(db, 'maintenance', {
    hostId,
    fromAt: now,
    toAt: new Date(now.getTime() + 3_600_000),
    reason: '',
    userName: 'somebody',
    createdAt: now,
  });
  return {
    alarmId,
    snoozeId,
    eventAlarmId,
    ownTemplateId: alarmTemplateId,
    webhookId,
    deliveryId,
    maintenanceId,
  };
}
