import { updateEventAlarm } from '@gwanje/contract/alarms/event-alarms';
import { EventAlarmId } from '@gwanje/contract/definition/fields';
import type { EventAlarmConditions } from '@gwanje/domain/alarms/text/explain-event';
import { type FieldErrors, nameError } from '#components/forms/field-errors.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';
import type { EventAlarm } from './event-alarm-list.tsx';

export const textFields = ['eventType', 'reason', 'objectKind', 'namespace', 'messageText'] as const;
export const countFields = ['warningCnt', 'criticalCnt', 'windowMin'] as const;
type TextField = (typeof textFields)[number];
type CountField = (typeof countFields)[number];

/** The form fields. An empty text matches anything; an empty count switches its level off. */
export type EventAlarmDraft = Readonly<Record<'name' | TextField | CountField, string>> & {
  readonly isOn: boolean;
  readonly isNotified: boolean;
  readonly hostIdList: readonly number[];
};
export type EventAlarmField = 'name' | 'hostIdList' | TextField | CountField;

export function eventAlarmDraft(alarm: EventAlarm | null, firstHostId: number | undefined): EventAlarmDraft {
  const count = (value: number | null | undefined, usual: string) =>
    alarm === null ? usual : value == null ? '' : String(value);
  return {
    name: alarm?.name ?? '',
    isOn: alarm?.isOn ?? true,
    isNotified: alarm?.isNotified ?? true,
    eventType: alarm === null ? 'Warning' : (alarm.eventType ?? ''),
    reason: alarm?.reason ?? '',
    objectKind: alarm?.objectKind ?? '',
    namespace: alarm?.namespace ?? '',
    messageText: alarm?.messageText ?? '',
    warningCnt: count(alarm?.warningCnt, '3'),
    criticalCnt: count(alarm?.criticalCnt, ''),
    windowMin: count(alarm?.windowMin, '10'),
    hostIdList: alarm === null ? (firstHostId === undefined ? [] : [firstHostId]) : [alarm.hostId],
  };
}

export function fieldsOf(draft: EventAlarmDraft) {
  const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const count = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    name: draft.name.trim(),
    isOn: draft.isOn,
    isNotified: draft.isNotified,
    eventType: textOrNull(draft.eventType),
    reason: textOrNull(draft.reason),
    objectKind: textOrNull(draft.objectKind),
    namespace: textOrNull(draft.namespace),
    messageText: textOrNull(draft.messageText),
    warningCnt: count(draft.warningCnt),
    criticalCnt: count(draft.criticalCnt),
    windowMin: count(draft.windowMin) ?? Number.NaN,
  };
}

/** The values of the sentence. Fields that are not valid yet have no value. */
export function sentenceOf(draft: EventAlarmDraft): EventAlarmConditions {
  const fields = fieldsOf(draft);
  const known = (value: number | null) => (Number.isFinite(value) ? value : null);
  return {
    ...fields,
    warningCnt: known(fields.warningCnt),
    criticalCnt: known(fields.criticalCnt),
    windowMin: known(fields.windowMin),
  };
}

/** Checks the contract's schema, and the rules that the server checks in addition. */
export function eventAlarmErrors(draft: EventAlarmDraft): FieldErrors<EventAlarmField> {
  const fields = fieldsOf(draft);
  const found: Partial<Record<EventAlarmField, PlainKey>> = {};
  const name = nameError(draft.name);
  if (name) found.name = name;
  if (draft.hostIdList.length === 0) found.hostIdList = 'eventAlarms.noCluster';
  const parsed = updateEventAlarm.body.safeParse({ eventAlarmId: EventAlarmId.parse(1), ...fields });
  for (const { path } of parsed.error?.issues ?? []) {
    const field = textFields.find((one) => one === path[0]);
    const count = countFields.find((one) => one === path[0]);
    if (field) found[field] = 'eventAlarms.textError';
    if (count) found[count] = count === 'windowMin' ? 'eventAlarms.windowError' : 'eventAlarms.countError';
  }
  if (fields.warningCnt === null && fields.criticalCnt === null) found.warningCnt = 'eventAlarms.noCount';
  else if (
    found.warningCnt === undefined &&
    found.criticalCnt === undefined &&
    fields.warningCnt !== null &&
    fields.criticalCnt !== null &&
    fields.warningCnt > fields.criticalCnt
  )
    found.criticalCnt = 'eventAlarms.countOrder';
  return found;
}
