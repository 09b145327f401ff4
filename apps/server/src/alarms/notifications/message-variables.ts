import { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { describeAlarm, formatAlarmValue } from '@gwanje/domain/alarms/text/describe';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatInstant, formatTimestamp } from '@gwanje/domain/formats/time';
import type { Language } from '@gwanje/domain/i18n/language';
import { alarmLevelKey, alarmTypeKey, confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import { causeSummary, causeVariables, type MessageCauses, NO_CAUSES } from './message-causes.ts';
import type { AlarmFacts, MessageFacts, MessageReason } from './message-facts.ts';
import { translate } from './notification-messages.ts';
import {
  dutySummary,
  dutyVariables,
  escalationText,
  type MessageDuty,
  NO_DUTY,
} from './outbox/escalation/message-duty.ts';

/** The variables of a body template, as `{{name}}`. Values are text, and empty where they are unknown. */
export const messageVariables = [
  'deliveryId',
  'reason',
  'summary',
  'alarmId',
  'level',
  'type',
  'state',
  'cluster',
  'target',
  'namespace',
  'name',
  'node',
  'item',
  'value',
  'threshold',
  'count',
  'occurredAt',
  'changedAt',
  /** For people; the other two are ISO timestamps. */
  'occurredTime',
  'user',
  'memo',
  'link',
  /** The likeliest change before the alarm, and the first lines with objects and times. */
  'cause',
  'causes',
  /** Who handled such an alarm before, and the memo. */
  'recall',
  /** Who is on duty for the groups of the alarms when the message is sent, and the leads of the rotas. */
  'dutyFirst',
  'dutySecond',
  'dutyLead',
  /** Only of an escalation step: the rota, the step, and who was passed over. */
  'escalation',
  /** The same for all messages about one alarm. */
  'incident',
  /** trigger or resolve */
  'action',
  /** critical or warning, in every language */
  'severity',
  /** Colour of the level, as #rrggbb. */
  'color',
] as const;
/** Filled in by channels that send a request to each recipient. */
export const recipientVariables = ['recipient', 'receiptUrl'] as const;
type MessageVariable = (typeof messageVariables | typeof recipientVariables)[number];
export type MessageVariables = Readonly<Record<MessageVariable, string>>;

export function isMessageVariable(name: string): name is MessageVariable {
  return [...messageVariables, ...recipientVariables].some((known) => known === name);
}

/**
 * The server does not know the time zone of a receiver. Times use the zone of the language, with its offset.
 */
const zones: Readonly<Record<Language, { timeZone: string; offset: string; name: string }>> = {
  ko: { timeZone: 'Asia/Seoul', offset: '+09:00', name: '한국 시각' },
  en: { timeZone: 'UTC', offset: 'Z', name: 'UTC' },
};

/** What is read when a message is sent. */
export interface MessageContext {
  readonly causes: MessageCauses;
  readonly duty: MessageDuty;
}

const NO_CONTEXT: MessageContext = { causes: NO_CAUSES, duty: NO_DUTY };

/** The variables of a message in the receiver's language. */
export function variablesOf(
  facts: MessageFacts,
  deliveryId: string,
  language: Language,
  publicUrl: string,
  { causes, duty }: MessageContext = NO_CONTEXT,
): MessageVariables {
  if (!('alarm' in facts)) return summaryVariables(facts, deliveryId, language, publicUrl, duty);
  const { alarm, reason } = facts;
  const escalation = facts.escalation ? escalationText(facts.escalation, language) : '';
  return {
    ...emptyVariables(),
    ...severityOf(alarm.level !== 1),
    deliveryId,
    incident: `gwanje-${alarm.alarmId}`,
    action: ACTIONS[reason] ?? 'trigger',
    reason,
    summary: `[${levelOf(alarm, language)}] ${translate[language](`reason.${reason}`)} · ${lineOf(alarm, language)}${escalation === '' ? '' : `\n${escalation}`}${dutySummary(duty, language)}${causeSummary(causes, language)}`,
    escalation,
    ...dutyVariables(duty, language),
    ...causeVariables(causes, language),
    alarmId: String(alarm.alarmId),
    level: levelOf(alarm, language),
    type: labelOf(alarmTypeKey(alarm.type), language),
    state: stateOf(alarm, language),
    cluster: alarm.cluster,
    target: alarm.target,
    namespace: alarm.namespace ?? '',
    name: alarm.name,
    node: alarm.node ?? '',
    item: itemOf(alarm, language),
    value: formatValue(alarm, alarm.value, language),
    threshold: formatValue(alarm, alarm.threshold, language),
    count: String(alarm.count),
    occurredAt: timeOf(alarm.occurredAt, language),
    changedAt: timeOf(alarm.changedAt, language),
    occurredTime: readableTime(new Date(alarm.occurredAt), language),
    user: alarm.user ?? '',
    link: `${publicUrl}/alarm-list?alarmId=${alarm.alarmId}`,
  };
}

function summaryVariables(
  { reason, why, count, list }: Extract<MessageFacts, { list: unknown }>,
  deliveryId: string,
  language: Language,
  publicUrl: string,
  duty: MessageDuty,
): MessageVariables {
  const title = translate[language](`summary.${why}`, { cnt: formatNumber(count) });
  const lines = list.map(
    (alarm) => `[${levelOf(alarm, language)}] ${lineOf(alarm, language)} (${stateOf(alarm, language)})`,
  );
  const rest =
    count > list.length
      ? [translate[language]('summary.more', { cnt: formatNumber(count - list.length) })]
      : [];
  const isCritical = list.some(({ level }) => level !== 1);
  return {
    ...emptyVariables(),
    ...severityOf(isCritical),
    deliveryId,
    incident: `gwanje-${deliveryId}`,
    action: 'trigger',
    reason,
    level: labelOf(isCritical ? 'alarmLevel.critical' : 'alarmLevel.warning', language),
    item: title,
    summary: [`${title}${dutySummary(duty, language)}`, ...lines, ...rest].join('\n'),
    ...dutyVariables(duty, language),
    count: String(count),
    link: `${publicUrl}/alarm-list`,
  };
}

function emptyVariables(): MessageVariables {
  const names = [...messageVariables, ...recipientVariables];
  return Object.fromEntries(names.map((name) => [name, ''])) as MessageVariables;
}

/** What a message does to the incident of an on-call service; other reasons open it. */
const ACTIONS: Readonly<Partial<Record<MessageReason, string>>> = {
  recovered: 'resolve',
  closed: 'resolve',
};

function severityOf(isCritical: boolean): Pick<MessageVariables, 'severity' | 'color'> {
  return isCritical ? { severity: 'critical', color: '#d93a3f' } : { severity: 'warning', color: '#e58a00' };
}

function lineOf(alarm: AlarmFacts, language: Language): string {
  const where = [alarm.cluster, alarm.namespace, alarm.target === 'cluster' ? null : alarm.name];
  const known = AlarmItemKey.safeParse(alarm.itemKey);
  const what = known.success ? describeAlarm(known.data, alarm, language) : itemOf(alarm, language);
  return `${where.filter((part) => part !== null && part !== '').join(' / ')} · ${what}`;
}

function itemOf({ itemKey, itemName }: AlarmFacts, language: Language): string {
  const known = AlarmItemKey.safeParse(itemKey);
  return itemName ?? (known.success ? alarmItems[known.data].label[language] : itemKey);
}

function formatValue({ itemKey }: AlarmFacts, value: number | null, language: Language): string {
  if (value === null) return '';
  const key = AlarmItemKey.safeParse(itemKey).data ?? null;
  const isCondition = key !== null && alarmItems[key].unit === 'condition';
  return isCondition ? '' : formatAlarmValue(value, key, language);
}

function levelOf({ level }: AlarmFacts, language: Language): string {
  return labelOf(alarmLevelKey(level), language);
}

/** An alarm that recovered while a user handles it has both states. */
function stateOf({ confirmLevel, isRecovered }: AlarmFacts, language: Language): string {
  const state = labelOf(confirmLevelKey(confirmLevel), language);
  const isWhole = !isRecovered || confirmLevel === 0;
  return isWhole ? state : `${state} · ${labelOf('confirmLevel.recovered', language)}`;
}

/** For programs: an ISO timestamp. */
function timeOf(iso: string, language: Language): string {
  const { timeZone, offset } = zones[language];
  return `${formatTimestamp(iso, { timeZone }).replace(' ', 'T')}${offset}`;
}

/** For people: '2026-07-21 09:00:00 (한국 시각)'. */
export function readableTime(instant: Date, language: Language): string {
  const { timeZone, name } = zones[language];
  return `${formatInstant(instant.getTime(), { timeZone })} (${name})`;
}
