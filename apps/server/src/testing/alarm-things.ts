import type { Database } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/fields';
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
  await db
    .insertInto('alarm')
    .values({
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
    })
    .execute();
  const { snoozeId } = await db
    .insertInto('alarmSnooze')
    .values({
      hostId,
      scope: 'cluster',
      name: '',
      untilAt: new Date(now.getTime() + 3_600_000),
      reason: '',
      userName: 'somebody',
      createdAt: now,
    })
    .returning('snoozeId')
    .executeTakeFirstOrThrow();
  const name = uniqueName('rule');
  const { eventAlarmId } = await db
    .insertInto('eventAlarm')
    .values({
      hostId,
      name,
      nameKey: nameKey(name),
      isOn: true,
      isNotified: true,
      warningCnt: 1,
      windowMin: 5,
      updatedAt: now,
    })
    .returning('eventAlarmId')
    .executeTakeFirstOrThrow();
  const own = uniqueName('template');
  const { alarmTemplateId } = await db
    .insertInto('alarmTemplate')
    .values({ name: own, nameKey: nameKey(own), ownerUserNo })
    .returning('alarmTemplateId')
    .executeTakeFirstOrThrow();
  const { webhookId } = await db
    .insertInto('webhook')
    .values({
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
    })
    .returning('webhookId')
    .executeTakeFirstOrThrow();
  const deliveryId = crypto.randomUUID();
  await db
    .insertInto('outbox')
    .values({
      deliveryId,
      alarmId,
      webhookId,
      webhookName: own,
      reason: 'occurred',
      payload: '{}',
      state: 'failed',
      createdAt: now,
    })
    .execute();
  const { maintenanceId } = await db
    .insertInto('maintenance')
    .values({
      hostId,
      fromAt: now,
      toAt: new Date(now.getTime() + 3_600_000),
      reason: '',
      userName: 'somebody',
      createdAt: now,
    })
    .returning('maintenanceId')
    .executeTakeFirstOrThrow();
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
