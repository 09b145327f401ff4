import { randomUUID } from 'node:crypto';
import type { Database } from '@gwanje/backend/database/schema';
import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { addRow, rowOf } from '@gwanje/testkit/testing/rows';
import type { Insertable, Kysely } from 'kysely';

type Values = Partial<Omit<Insertable<Database['webhook']>, 'quietHours' | 'hours'>> & {
  readonly hours?: Hours;
  readonly quietHours?: Hours;
};

/** Adds a webhook to the default template of clusters, unless another template is given. */
export async function addWebhook(
  db: Kysely<Database>,
  now: Date,
  { hours, quietHours, ...values }: Values,
): Promise<number> {
  const name = values.name ?? randomUUID();
  const { alarmTemplateId } = await rowOf(db, 'alarmTemplate', {}, ['alarmTemplateId'], ['alarmTemplateId']);
  const { webhookId } = await addRow(db, 'webhook', {
    alarmTemplateId,
    name,
    nameKey: name,
    kind: 'json',
    url: 'http://127.0.0.1/',
    recipientList: '[]',
    bodyTemplate: null,
    minLevel: 1,
    isOn: true,
    sendsRecovery: true,
    language: 'ko',
    createdAt: now,
    updatedAt: now,
    hours: hours ? JSON.stringify(hours) : null,
    quietHours: quietHours ? JSON.stringify(quietHours) : null,
    ...values,
  });
  return webhookId;
}
