import { AlarmItemKey } from '@gwanje/contract/alarm-items';
import { describeAlarm, formatAlarmValue } from '@gwanje/domain/alarms/describe';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { formatNumber } from '@gwanje/domain/formats/number';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf } from '@gwanje/domain/labels';
import type { Language } from '@gwanje/domain/language';
import { alarmLevelKey, alarmTypeKey, confirmLevelKey } from '@gwanje/domain/mappings/alarm';
import type { MessageWords } from './bodies.ts';
import type { AlarmFacts, Facts, MessageReason } from './facts.ts';

type Texts = Readonly<Record<Language, string>>;

const reasons: Readonly<Record<MessageReason, Texts>> = {
  occurred: { ko: '발생', en: 'Occurred' },
  worsened: { ko: '심각으로 상승', en: 'Became critical' },
  reoccurred: { ko: '재발생', en: 'Occurred again' },
  unfolded: { ko: '상위 장애 복구 후에도 지속', en: 'Outlived its cause' },
  recovered: { ko: '복구', en: 'Recovered' },
  closed: { ko: '종료', en: 'Closed' },
  escalated: { ko: '미확인 알람', en: 'Not acknowledged' },
  summary: { ko: '요약', en: 'Summary' },
  test: { ko: '테스트', en: 'Test' },
};

const summaries: Readonly<Record<'quiet' | 'flood', (cnt: string) => Texts>> = {
  quiet: (cnt) => ({ ko: `조용한 시간의 알람 ${cnt}건`, en: `${cnt} alarms during quiet hours` }),
  flood: (cnt) => ({ ko: `한꺼번에 발생한 알람 ${cnt}건`, en: `${cnt} alarms at once` }),
};
const MORE = (cnt: string): Texts => ({ ko: `외 ${cnt}건`, en: `and ${cnt} more` });

/** Receivers have no browser that knows where it is: times carry the offset of those who read the language. */
const zones: Readonly<Record<Language, { timeZone: string; offset: string }>> = {
  ko: { timeZone: 'Asia/Seoul', offset: '+09:00' },
  en: { timeZone: 'UTC', offset: 'Z' },
};

const NO_WORDS = {
  alarmId: '',
  type: '',
  state: '',
  cluster: '',
  target: '',
  namespace: '',
  name: '',
  node: '',
  value: '',
  threshold: '',
  occurredAt: '',
  changedAt: '',
  user: '',
  memo: '',
};

/** A message in the words of its receiver. */
export function wordsOf(
  facts: Facts,
  deliveryId: string,
  language: Language,
  publicUrl: string,
): MessageWords {
  const common = { deliveryId, reason: facts.reason };
  if (!('alarm' in facts)) return { ...common, ...summaryWords(facts, language, publicUrl) };
  const { alarm, reason } = facts;
  return {
    ...common,
    summary: `[${levelOf(alarm, language)}] ${reasons[reason][language]} · ${lineOf(alarm, language)}`,
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
    value: seenValue(alarm, alarm.value, language),
    threshold: seenValue(alarm, alarm.threshold, language),
    count: String(alarm.count),
    occurredAt: timeOf(alarm.occurredAt, language),
    changedAt: timeOf(alarm.changedAt, language),
    user: alarm.user ?? '',
    memo: '',
    link: `${publicUrl}/alarm-list?alarmId=${alarm.alarmId}`,
  };
}

function summaryWords(
  { why, count, list }: Extract<Facts, { list: unknown }>,
  language: Language,
  publicUrl: string,
) {
  const title = summaries[why](formatNumber(count))[language];
  const lines = list.map(
    (alarm) => `[${levelOf(alarm, language)}] ${lineOf(alarm, language)} (${stateOf(alarm, language)})`,
  );
  const rest = count > list.length ? [MORE(formatNumber(count - list.length))[language]] : [];
  return {
    ...NO_WORDS,
    level: list.some(({ level }) => level !== 1)
      ? labelOf('alarmLevel.critical', language)
      : labelOf('alarmLevel.warning', language),
    item: title,
    summary: [title, ...lines, ...rest].join('\n'),
    count: String(count),
    link: `${publicUrl}/alarm-list`,
  };
}

function lineOf(alarm: AlarmFacts, language: Language): string {
  const where = [alarm.cluster, alarm.namespace, alarm.target === 'cluster' ? null : alarm.name];
  const said = AlarmItemKey.safeParse(alarm.itemKey);
  const what = said.success ? describeAlarm(said.data, alarm, language) : itemOf(alarm, language);
  return `${where.filter((part) => part !== null && part !== '').join(' / ')} · ${what}`;
}

function itemOf({ itemKey, itemName }: AlarmFacts, language: Language): string {
  const known = AlarmItemKey.safeParse(itemKey);
  return itemName ?? (known.success ? alarmItems[known.data].label[language] : itemKey);
}

function seenValue({ itemKey }: AlarmFacts, value: number | null, language: Language): string {
  if (value === null) return '';
  const key = AlarmItemKey.safeParse(itemKey).data ?? null;
  const isCondition = key !== null && alarmItems[key].unit === 'condition';
  return isCondition ? '' : formatAlarmValue(value, key, language);
}

function levelOf({ level }: AlarmFacts, language: Language): string {
  return labelOf(alarmLevelKey(level), language);
}

/** Somebody may be at what has recovered: both are said. */
function stateOf({ confirmLevel, isRecovered }: AlarmFacts, language: Language): string {
  const state = labelOf(confirmLevelKey(confirmLevel), language);
  const isSaid = !isRecovered || confirmLevel === 0;
  return isSaid ? state : `${state} · ${labelOf('confirmLevel.recovered', language)}`;
}

export function timeOf(iso: string, language: Language): string {
  const { timeZone, offset } = zones[language];
  return `${formatTimestamp(iso, { timeZone }).replace(' ', 'T')}${offset}`;
}
