import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isPlainText } from './fields.ts';
import { AlarmId, AlarmTemplateId } from './ids.ts';

export const webhookKinds = ['json', 'slack', 'teams', 'custom'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

const Address = z.url({ protocol: /^https?$/ }).max(2000);
const Body = z.string().max(10_000).refine(isPlainText, 'control character');

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
