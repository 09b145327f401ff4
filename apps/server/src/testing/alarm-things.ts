import type { Database } from '@gwanje/backend/database/schema';
import { addRow, addRows } from '@gwanje/testkit/testing/rows';
import { type Kysely, sql } from 'kysely';
import { addWebhook } from '../alarms/notifications/testing/webhooks.ts';
import { named } from '../platform/store/row-repository.ts';
import { uniqueName } from './test-app.ts';

/** Adds an open alarm, snooze, event alarm, maintenance window, and the owner's template with a webhook. */
export async function addAlarmThings(
  db: Kysely<Database>,
  { hostId, podId, ownerUserNo, now }: { hostId: number; podId: number; ownerUserNo: number; now: Date },
) {
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const next = sql<{ alarmId: number }>`select nextval('alarm_id_seq')::int as alarm_id`;
  const alarmId = (await next.execute(db)).rows[0]?.alarmId ?? 0;
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
    untilAt: inAnHour,
    reason: '',
    userName: 'somebody',
    createdAt: now,
  });
  const { eventAlarmId } = await addRow(db, 'eventAlarm', {
    hostId,
    ...named(uniqueName('rule')),
    isOn: true,
    isNotified: true,
    warningCnt: 1,
    windowMin: 5,
    updatedAt: now,
  });
  const own = uniqueName('template');
  const { alarmTemplateId } = await addRow(db, 'alarmTemplate', { ...named(own), ownerUserNo });
  const webhookId = await addWebhook(db, now, { alarmTemplateId, name: own, url: 'http://127.0.0.1/secret' });
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
    toAt: inAnHour,
    reason: '',
    userName: 'somebody',
    createdAt: now,
  });
  const ids = { alarmId, snoozeId, eventAlarmId, webhookId, deliveryId, maintenanceId };
  return { ...ids, ownTemplateId: alarmTemplateId };
}
