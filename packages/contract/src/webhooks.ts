import { z } from 'zod';
import { AlarmLevelField } from './alarm-states.ts';
import { endpoint } from './endpoint.ts';
import { isPlainText, Timestamp } from './fields.ts';
import { AlarmId, AlarmTemplateId, AlarmTemplateIdText, WebhookId, WebhookIdText } from './ids.ts';
import { Name } from './names.ts';

export const webhookKinds = ['json', 'slack', 'teams', 'custom'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

const Address = z.url({ protocol: /^https?$/ }).max(2000);
const Body = z.string().max(10_000).refine(isPlainText, 'control character');

const WebhookFields = {
  name: Name,
  kind: z.enum(webhookKinds),
  url: Address,
  /** Of a custom one; null for the kind's own. */
  bodyTemplate: Body.nullable(),
  minLevel: AlarmLevelField,
  isOn: z.boolean(),
  isRecoveryTold: z.boolean(),
  language: z.enum(['ko', 'en']),
};

export const listWebhookKinds = endpoint({
  method: 'GET',
  path: '/template/webhook',
  summary: 'Webhook kinds and body templates',
  access: 'groupAdmin',
  response: z.object({
    kindList: z.array(z.object({ kind: z.enum(webhookKinds), bodyTemplate: z.string() })),
    /** What a body may name, as `{{word}}`. */
    wordList: z.array(z.string()),
  }),
});

export const Webhook = z.object({
  webhookId: WebhookId,
  alarmTemplateId: AlarmTemplateId,
  ...WebhookFields,
  name: z.string(),
  url: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhook/list/:templateId',
  summary: 'The webhooks of a template; their addresses hold secrets',
  access: 'groupAdmin',
  params: z.strictObject({ templateId: AlarmTemplateIdText }),
  response: z.object({ webhookList: z.array(Webhook) }),
});

export const insertWebhook = endpoint({
  method: 'POST',
  path: '/webhook/insert',
  summary: 'Add a webhook to a template',
  access: 'groupAdmin',
  success: 201,
  body: z.strictObject({ alarmTemplateId: AlarmTemplateId, ...WebhookFields }),
  response: z.object({ webhookId: WebhookId }),
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhook/update',
  summary: 'Change a webhook',
  access: 'groupAdmin',
  body: z.strictObject({ webhookId: WebhookId, ...WebhookFields }),
  response: z.object({}),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhook/delete/:id',
  summary: 'Delete a webhook; what waits for it is dropped',
  access: 'groupAdmin',
  params: z.strictObject({ id: WebhookIdText }),
  response: z.object({}),
});

/** With a real past alarm where there is one that the caller may see, else with an example. */
export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/webhook/sendtest',
  summary: 'Send a test message to an address, saved or not',
  access: 'groupAdmin',
  body: z.strictObject({
    alarmTemplateId: AlarmTemplateId,
    kind: z.enum(webhookKinds),
    url: Address,
    bodyTemplate: Body.nullable(),
    language: z.enum(['ko', 'en']).default('ko'),
    alarmId: AlarmId.optional(),
  }),
  response: z.object({
    isDelivered: z.boolean(),
    status: z.int().nullable(),
    /** Why not, in a word a screen can map. */
    fault: z.string().nullable(),
    tookMs: z.int(),
  }),
});
