import { z } from 'zod';
import { AlarmLevelField } from './alarm-states.ts';
import { endpoint } from './endpoint.ts';
import { isPlainText, Timestamp } from './fields.ts';
import {
  AlarmId,
  AlarmTemplateId,
  AlarmTemplateIdText,
  SubGroupId,
  WebhookId,
  WebhookIdText,
} from './ids.ts';
import { Name } from './names.ts';

export const webhookKinds = ['json', 'slack', 'teams', 'custom', 'email'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export const MAX_WEBHOOKS = 50;
export const MAX_RECIPIENTS = 50;
export const MAX_ESCALATE_MIN = 24 * 60;

const Address = z.url({ protocol: /^https?$/ }).max(2000);
const Body = z.string().max(10_000).refine(isPlainText, 'control character');
const Recipient = z.email().max(254);
const Language = z.enum(['ko', 'en']);
const ClockTime = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/);
const TimeZone = z.string().min(1).max(64).refine(isTimeZone, 'unknown time zone');

/** Weekdays from 1, Monday, to 7. An end that is not after its beginning lies on the next day; both alike: the whole day. */
export const Hours = z.strictObject({
  timeZone: TimeZone,
  dayList: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length, 'duplicate day'),
  from: ClockTime,
  to: ClockTime,
});
export type Hours = z.infer<typeof Hours>;

/** Where it goes: an address, or for e-mail people. */
const target = {
  kind: z.enum(webhookKinds),
  url: Address.nullable(),
  recipientList: z
    .array(Recipient)
    .max(MAX_RECIPIENTS)
    .refine((list) => new Set(list).size === list.length, 'duplicate recipient'),
  /** Null: as the kind has it. */
  bodyTemplate: Body.nullable(),
  language: Language,
};

export const webhookFields = {
  name: Name,
  ...target,
  /** 1: everything, 5: only what is critical. */
  minLevel: AlarmLevelField,
  isOn: z.boolean(),
  /** Whether those who were told of an alarm are told that it is over. */
  isRecoveryTold: z.boolean(),
  /** When it is told at all; null: always. */
  hours: Hours.nullable(),
  /** When it is told of what is critical alone, and of the rest in one summary afterwards; null: never. */
  quietHours: Hours.nullable(),
  /** Whose clusters it is told of; null: all that use the template. */
  forSubGroupIdList: z
    .array(SubGroupId)
    .min(1)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, 'duplicate id')
    .nullable(),
  /** It is told only of what nobody acknowledged for so long; null: at once. */
  escalateAfterMin: z.int().min(1).max(MAX_ESCALATE_MIN).nullable(),
};

/** Mail has recipients and no address; everything else an address and no recipients. */
function hasTarget(body: {
  readonly kind: WebhookKind;
  readonly url: string | null;
  readonly recipientList: readonly string[];
}): boolean {
  return body.kind === 'email'
    ? body.url === null && body.recipientList.length > 0
    : body.url !== null && body.recipientList.length === 0;
}
const NO_TARGET = { path: ['url'], message: 'an address, or for e-mail recipients' };

export const Webhook = z.object({
  webhookId: WebhookId,
  alarmTemplateId: AlarmTemplateId,
  ...webhookFields,
  name: z.string(),
  /** For those who may not change it only where it leads: a path or a recipient's name may be a secret. */
  url: z.string().nullable(),
  recipientList: z.array(z.string()),
  /** Those that one may see. */
  forSubGroupIdList: z.array(SubGroupId).nullable(),
  updatedAt: Timestamp,
  version: z.int(),
  /** What waits, and since when; what was given up; what was told last. */
  waitingCnt: z.int(),
  waitingSince: Timestamp.nullable(),
  failedCnt: z.int(),
  lastDeliveredAt: Timestamp.nullable(),
  /** Of the last attempt that failed, unless one has succeeded since. */
  lastError: z.string().nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

export const listWebhookKinds = endpoint({
  method: 'GET',
  path: '/template/webhook',
  summary: 'Webhook kinds and body templates',
  access: 'groupAdmin',
  response: z.object({
    kindList: z.array(
      z.object({
        kind: z.enum(webhookKinds),
        /** As it is where a webhook has none of its own, by language. */
        bodyTemplate: z.object({ ko: z.string(), en: z.string() }),
        /** False of e-mail where the installation has no mail server. */
        isAvailable: z.boolean(),
      }),
    ),
    /** What a body may name, as `{{word}}`. */
    wordList: z.array(z.string()),
  }),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhook/list/:alarmTemplateId',
  summary: 'The webhooks of a template; addresses in full only for those who may change them',
  access: 'groupAdmin',
  params: z.strictObject({ alarmTemplateId: AlarmTemplateIdText }),
  response: z.object({ isChangeable: z.boolean(), webhookList: z.array(Webhook) }),
});

export const insertWebhook = endpoint({
  method: 'POST',
  path: '/webhook/insert',
  summary: 'Add a webhook to a template',
  access: 'groupAdmin',
  tokens: 'unlimited',
  success: 201,
  body: z.strictObject({ alarmTemplateId: AlarmTemplateId, ...webhookFields }).refine(hasTarget, NO_TARGET),
  response: z.object({ webhookId: WebhookId }),
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/webhook/update',
  summary: 'Change a webhook; what waits goes where it leads by then',
  access: 'groupAdmin',
  tokens: 'unlimited',
  body: z
    .strictObject({
      webhookId: WebhookId,
      ...webhookFields,
      /** 8004 where somebody else has changed it since. */
      version: z.int().min(0).optional(),
    })
    .refine(hasTarget, NO_TARGET),
  response: z.object({ version: z.int() }),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhook/delete/:webhookId',
  summary: 'Delete a webhook; what waits for it is dropped',
  access: 'groupAdmin',
  tokens: 'unlimited',
  params: z.strictObject({ webhookId: WebhookIdText }),
  response: z.object({}),
});

/**
 * Why nothing was delivered: address — it is none · inside — it leads into this network · redirect — it leads elsewhere ·
 * status — the receiver refused · timeout · connection — nobody there · noMailServer — the installation has none.
 */
export const deliveryFaults = [
  'address',
  'inside',
  'redirect',
  'status',
  'timeout',
  'connection',
  'noMailServer',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** With a real past alarm where there is one that the caller may see, else with an example. */
export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/webhook/sendtest',
  summary: 'Send a test message to an address, saved or not',
  access: 'groupAdmin',
  tokens: 'unlimited',
  holdsNoTransaction: true,
  body: z
    .strictObject({
      alarmTemplateId: AlarmTemplateId,
      ...target,
      language: Language.default('ko'),
      recipientList: target.recipientList.default([]),
      alarmId: AlarmId.optional(),
    })
    .refine(hasTarget, NO_TARGET),
  response: z.object({
    isDelivered: z.boolean(),
    /** Of the receiver's answer, where there was one. */
    status: z.int().nullable(),
    fault: z.enum(deliveryFaults).nullable(),
    tookMs: z.int(),
    /** What it spoke of; null: an example. */
    alarmId: AlarmId.nullable(),
  }),
});

export const replayDelivery = endpoint({
  method: 'POST',
  path: '/webhook/replay/:deliveryId',
  summary: 'Send once more what was given up; 8004 where it is under way or delivered',
  access: 'groupAdmin',
  tokens: 'unlimited',
  params: z.strictObject({ deliveryId: z.uuid() }),
  response: z.object({}),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
