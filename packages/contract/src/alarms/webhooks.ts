import { z } from 'zod';
import { distinctList } from '../definition/columns.ts';
import { endpoint } from '../definition/endpoint.ts';
import {
  AlarmId,
  AlarmTemplateId,
  isPlainText,
  Name,
  SubGroupId,
  Timestamp,
  WebhookId,
} from '../definition/fields.ts';
import { AlarmLevelField } from './alarm-items.ts';
import { type Address, addressFields, ChannelKey, wrongAddressFields } from './channels.ts';
import { DeliveryNote, deliveryErrors } from './delivery-notes.ts';

export const MAX_WEBHOOKS = 50;
export const MAX_ESCALATE_MIN = 24 * 60;

const Body = z.string().max(10_000).refine(isPlainText, 'control character');
const Language = z.enum(['ko', 'en']);
export const ClockTime = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/);
export const TimeZone = z.string().min(1).max(64).refine(isTimeZone, 'unknown time zone');

/**
 * Weekdays from 1 (Monday) to 7. An end before its start is on the next day; equal times mean the whole day.
 */
export const Hours = z.strictObject({
  timeZone: TimeZone,
  dayList: distinctList(z.int().min(1).max(7), 7),
  from: ClockTime,
  to: ClockTime,
});
export type Hours = z.infer<typeof Hours>;

const target = {
  kind: ChannelKey,
  ...addressFields,
  /** Null: the channel's default body. */
  bodyTemplate: Body.nullable(),
  language: Language,
};

export const webhookFields = {
  name: Name,
  ...target,
  /** 1: all alarms, 5: critical alarms only. */
  minLevel: AlarmLevelField,
  isOn: z.boolean(),
  /** True: a receiver that got the message about an alarm also gets the message about its end. */
  sendsRecovery: z.boolean(),
  /** Messages are sent only in these hours; null: always. */
  hours: Hours.nullable(),
  /**
   * In these hours only critical alarms are sent; the others follow in one summary afterwards. Null: never.
   */
  quietHours: Hours.nullable(),
  /** Only clusters of these sub groups; null: all clusters that use the template. */
  forSubGroupIdList: distinctList(SubGroupId, 1000).nullable(),
  /** Sent only when no user acknowledged the alarm for this time; null: at once. */
  escalateAfterMin: z.int().min(1).max(MAX_ESCALATE_MIN).nullable(),
};

/** A channel sends to one address field: this field is required, and the others must be empty. */
function checkAddress(body: Address & { readonly kind: ChannelKey }, context: z.RefinementCtx): void {
  for (const field of wrongAddressFields(body.kind, body))
    context.addIssue({ code: 'custom', path: [field], message: `wrong for the channel ${body.kind}` });
}

export const Webhook = z.object({
  webhookId: WebhookId,
  alarmTemplateId: AlarmTemplateId,
  ...webhookFields,
  name: z.string(),
  /** Masked for users who may not change the webhook: a path or a recipient's name may be secret. */
  url: z.string().nullable(),
  recipientList: z.array(z.string()),
  secret: z.string().nullable(),
  /** Only the sub groups that the caller may see. */
  forSubGroupIdList: z.array(SubGroupId).nullable(),
  updatedAt: Timestamp,
  version: z.int(),
  /** Waiting and failed messages, and the last delivery. */
  waitingCnt: z.int(),
  waitingSince: Timestamp.nullable(),
  failedCnt: z.int(),
  lastDeliveredAt: Timestamp.nullable(),
  /** Why the last attempt failed; null: a later one succeeded. */
  note: DeliveryNote.nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

export const listWebhookKinds = endpoint({
  route: 'GET /template/webhook',
  summary: 'Webhook kinds and body templates',
  access: 'groupAdmin',
  response: z.object({
    kindList: z.array(
      z.object({
        kind: ChannelKey,
        /** The default body, by language. */
        bodyTemplate: z.object({ ko: z.string(), en: z.string() }),
        /** False: a requirement of the channel, such as a mail server, is not configured. */
        isAvailable: z.boolean(),
      }),
    ),
    /** The variables of a body, as `{{name}}`. */
    variableList: z.array(z.string()),
  }),
});

export const listWebhooks = endpoint({
  route: 'GET /webhook/list/:alarmTemplateId',
  summary: 'The webhooks of a template; addresses are masked for users who may not change them',
  access: 'groupAdmin',
  response: z.object({ isChangeable: z.boolean(), webhookList: z.array(Webhook) }),
});

export const insertWebhook = endpoint({
  route: 'POST /webhook/insert',
  summary: 'Add a webhook to a template',
  access: 'groupAdmin',
  tokens: 'unlimited',
  success: 201,
  body: z.strictObject({ alarmTemplateId: AlarmTemplateId, ...webhookFields }).superRefine(checkAddress),
  response: z.object({ webhookId: WebhookId }),
});

export const updateWebhook = endpoint({
  route: 'PUT /webhook/update',
  summary: 'Change a webhook; waiting messages go to the new address',
  access: 'groupAdmin',
  tokens: 'unlimited',
  body: z
    .strictObject({
      webhookId: WebhookId,
      ...webhookFields,
      /** Answers 8004 when another user has changed it since. */
      version: z.int().min(0).optional(),
    })
    .superRefine(checkAddress),
  response: z.object({ version: z.int() }),
});

export const deleteWebhook = endpoint({
  route: 'DELETE /webhook/delete/:webhookId',
  summary: 'Delete a webhook; its waiting messages are dropped',
  access: 'groupAdmin',
  tokens: 'unlimited',
});

/** Sends a past alarm that the caller may see, or an example. */
export const sendTestWebhook = endpoint({
  route: 'POST /webhook/sendtest',
  summary: 'Send a test message to an address, which need not be saved',
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
    .superRefine(checkAddress),
  response: z.object({
    isDelivered: z.boolean(),
    /** HTTP status of the receiver's answer; null: there was none. */
    status: z.int().nullable(),
    reason: z.enum(deliveryErrors).nullable(),
    tookMs: z.int(),
    /** The alarm that was sent; null: an example. */
    alarmId: AlarmId.nullable(),
  }),
});

export const replayDelivery = endpoint({
  route: 'POST /webhook/replay/:deliveryId',
  summary: 'Send a failed message again; 8004 when it is waiting or delivered',
  access: 'groupAdmin',
  tokens: 'unlimited',
  params: { deliveryId: z.uuid() },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
