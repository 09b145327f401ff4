import { type AddressField, addressFieldsOf } from '@gwanje/contract/alarms/channels';
import { insertWebhook, type Webhook } from '@gwanje/contract/alarms/webhooks';
import { AlarmTemplateId, SubGroupId } from '@gwanje/contract/definition/fields';
import { type FieldErrors, nameError } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export type WebhookDraft = Readonly<ReturnType<typeof webhookDraft>>;
export type HoursDraft = Readonly<ReturnType<typeof hoursDraft>>;
export type WebhookField = 'name' | ErrorField;

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export function webhookDraft(webhook: Webhook | null, language: 'ko' | 'en') {
  return {
    name: webhook?.name ?? '',
    kind: webhook?.kind ?? 'json',
    /** Typed text by address field. The entries of a list are separated by line breaks or commas. */
    url: webhook?.url ?? '',
    recipientList: webhook?.recipientList.join('\n') ?? '',
    secret: webhook?.secret ?? '',
    successText: webhook?.successText ?? '',
    hasOwnBody: (webhook?.bodyTemplate ?? null) !== null,
    bodyTemplate: webhook?.bodyTemplate ?? '',
    language: webhook?.language ?? language,
    minLevel: webhook?.minLevel ?? 1,
    isOn: webhook?.isOn ?? true,
    sendsRecovery: webhook?.sendsRecovery ?? true,
    hours: hoursDraft(webhook?.hours ?? null, '09:00', '18:00'),
    quietHours: hoursDraft(webhook?.quietHours ?? null, '22:00', '07:00'),
    /** True: only for clusters of some sub groups; false: for all clusters that use the template. */
    isForSome: (webhook?.forSubGroupIdList ?? null) !== null,
    forSubGroupIdList: webhook?.forSubGroupIdList?.map(String) ?? [],
    /** Empty: no delay. */
    escalateAfterMin: webhook?.escalateAfterMin == null ? '' : String(webhook.escalateAfterMin),
    /** The version of the stored webhook that the values are based on. */
    version: webhook?.version,
  };
}

function hoursDraft(hours: Webhook['hours'], from: string, to: string) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { isOn: hours !== null, dayList: EVERY_DAY, from, to, timeZone, ...hours };
}

function hoursOf({ isOn, dayList, from, to, timeZone }: HoursDraft) {
  return isOn ? { dayList: [...dayList].sort(), from, to, timeZone } : null;
}

/** The request body. Only the address field of the channel is filled in. */
export function webhookBody(draft: WebhookDraft) {
  const uses = (field: AddressField) => addressFieldsOf(draft.kind).includes(field);
  const textOf = (field: 'url' | 'secret' | 'successText') =>
    uses(field) && draft[field].trim() !== '' ? draft[field].trim() : null;
  const recipients = draft.recipientList.split(/[\s,;]+/).filter((part) => part !== '');
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    url: textOf('url'),
    recipientList: uses('recipientList') ? [...new Set(recipients)] : [],
    secret: textOf('secret'),
    successText: textOf('successText'),
    bodyTemplate: draft.hasOwnBody && draft.bodyTemplate.trim() !== '' ? draft.bodyTemplate : null,
    language: draft.language,
    minLevel: draft.minLevel,
    isOn: draft.isOn,
    sendsRecovery: draft.sendsRecovery,
    hours: hoursOf(draft.hours),
    quietHours: hoursOf(draft.quietHours),
    forSubGroupIdList: draft.isForSome
      ? draft.forSubGroupIdList.map((id) => SubGroupId.parse(Number(id)))
      : null,
    escalateAfterMin: draft.escalateAfterMin.trim() === '' ? null : Number(draft.escalateAfterMin),
  };
}

const ERROR_FIELDS = [
  'url',
  'recipientList',
  'secret',
  'successText',
  'bodyTemplate',
  'hours',
  'quietHours',
  'forSubGroupIdList',
  'escalateAfterMin',
] as const;
type ErrorField = (typeof ERROR_FIELDS)[number];

/** Validates with the contract's schema, as the server does. */
export function webhookErrors(draft: WebhookDraft): FieldErrors<WebhookField> {
  const body = webhookBody(draft);
  const parsed = insertWebhook.body.safeParse({ alarmTemplateId: AlarmTemplateId.parse(1), ...body });
  const found: Partial<Record<WebhookField, PlainKey>> = {};
  const name = nameError(draft.name);
  if (name) found.name = name;
  for (const { path } of parsed.error?.issues ?? []) {
    const field = ERROR_FIELDS.find((one) => one === path[0]);
    if (field) found[field] = `alarmTemplates.hook.errors.${field}`;
  }
  return found;
}

/** A body with example values. Unknown variables stay as they are. */
export function previewOf(template: string, examples: Readonly<Record<string, string>>): string {
  return template.replaceAll(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, variable: string) => examples[variable] ?? whole,
  );
}
