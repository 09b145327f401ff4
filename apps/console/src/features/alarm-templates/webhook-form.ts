import { AlarmTemplateId, SubGroupId } from '@gwanje/contract/ids';
import { insertWebhook, type Webhook, type WebhookKind } from '@gwanje/contract/webhooks';
import { type FieldErrors, nameError } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

export interface HoursDraft {
  readonly isOn: boolean;
  readonly dayList: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export interface WebhookDraft {
  readonly name: string;
  readonly kind: WebhookKind;
  readonly url: string;
  /** One a line, or between commas. */
  readonly recipients: string;
  readonly hasOwnBody: boolean;
  readonly body: string;
  readonly language: 'ko' | 'en';
  readonly minLevel: 1 | 5;
  readonly isOn: boolean;
  readonly isRecoveryTold: boolean;
  readonly hours: HoursDraft;
  readonly quietHours: HoursDraft;
  /** Told of some sub groups' clusters alone; off: of all that use the template. */
  readonly isForSome: boolean;
  readonly subGroupIds: readonly string[];
  /** Empty: at once. */
  readonly escalateAfterMin: string;
}
export type WebhookField =
  | 'name'
  | 'url'
  | 'recipientList'
  | 'bodyTemplate'
  | 'hours'
  | 'quietHours'
  | 'forSubGroupIdList'
  | 'escalateAfterMin';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

export function webhookDraft(webhook: Webhook | null, language: 'ko' | 'en'): WebhookDraft {
  return {
    name: webhook?.name ?? '',
    kind: webhook?.kind ?? 'json',
    url: webhook?.url ?? '',
    recipients: webhook?.recipientList.join('\n') ?? '',
    hasOwnBody: (webhook?.bodyTemplate ?? null) !== null,
    body: webhook?.bodyTemplate ?? '',
    language: webhook?.language ?? language,
    minLevel: webhook?.minLevel ?? 1,
    isOn: webhook?.isOn ?? true,
    isRecoveryTold: webhook?.isRecoveryTold ?? true,
    hours: hoursDraft(webhook?.hours ?? null, '09:00', '18:00'),
    quietHours: hoursDraft(webhook?.quietHours ?? null, '22:00', '07:00'),
    isForSome: (webhook?.forSubGroupIdList ?? null) !== null,
    subGroupIds: webhook?.forSubGroupIdList?.map(String) ?? [],
    escalateAfterMin: webhook?.escalateAfterMin == null ? '' : String(webhook.escalateAfterMin),
  };
}

function hoursDraft(hours: Webhook['hours'], from: string, to: string): HoursDraft {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { isOn: hours !== null, dayList: EVERY_DAY, from, to, timeZone, ...hours };
}

function hoursOf({ isOn, dayList, from, to, timeZone }: HoursDraft) {
  return isOn ? { dayList: [...dayList].sort(), from, to, timeZone } : null;
}

/** As it is sent; of mail without an address, of all else without recipients. */
export function webhookBody(draft: WebhookDraft) {
  const isMail = draft.kind === 'email';
  const recipientList = draft.recipients.split(/[\s,;]+/).filter((part) => part !== '');
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    url: isMail ? null : draft.url.trim(),
    recipientList: isMail ? [...new Set(recipientList)] : [],
    bodyTemplate: draft.hasOwnBody && draft.body.trim() !== '' ? draft.body : null,
    language: draft.language,
    minLevel: draft.minLevel,
    isOn: draft.isOn,
    isRecoveryTold: draft.isRecoveryTold,
    hours: hoursOf(draft.hours),
    quietHours: hoursOf(draft.quietHours),
    forSubGroupIdList: draft.isForSome ? draft.subGroupIds.map((id) => SubGroupId.parse(Number(id))) : null,
    escalateAfterMin: draft.escalateAfterMin.trim() === '' ? null : Number(draft.escalateAfterMin),
  };
}

const FAULTS: Readonly<Record<Exclude<WebhookField, 'name'>, PlainKey>> = {
  url: 'alarmTemplates.hook.urlFault',
  recipientList: 'alarmTemplates.hook.recipientsFault',
  bodyTemplate: 'alarmTemplates.hook.bodyFault',
  hours: 'alarmTemplates.hook.hoursFault',
  quietHours: 'alarmTemplates.hook.hoursFault',
  forSubGroupIdList: 'alarmTemplates.hook.groupsFault',
  escalateAfterMin: 'alarmTemplates.hook.escalateFault',
};

/** By the contract itself, so that nothing is refused that was let through here. */
export function webhookFaults(draft: WebhookDraft): FieldErrors<WebhookField> {
  const body = webhookBody(draft);
  const parsed = insertWebhook.body.safeParse({ alarmTemplateId: AlarmTemplateId.parse(1), ...body });
  const found: Partial<Record<WebhookField, PlainKey>> = {};
  const name = nameError(draft.name);
  if (name) found.name = name;
  for (const { path } of parsed.error?.issues ?? []) {
    const field = (Object.keys(FAULTS) as (keyof typeof FAULTS)[]).find((one) => one === path[0]);
    if (field) found[field] = FAULTS[field];
  }
  if (draft.kind === 'email') {
    delete found.url;
    if (body.recipientList.length === 0) found.recipientList = FAULTS.recipientList;
  }
  return found;
}

/** What a body would be with an example; words that nobody knows stay as they are. */
export function previewOf(template: string, examples: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, word: string) => examples[word] ?? whole);
}
