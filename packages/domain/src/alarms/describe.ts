import type { AlarmItemKey } from '@gwanje/contract/alarm-items';
import { formatBytes, formatBytesPerSecond } from '../formats/bytes.ts';
import type { Language } from '../language.ts';
import type { AlarmUnit } from './item.ts';
import { alarmItems } from './registry.ts';

const UNITS: Readonly<
  Record<'minutes' | 'days' | 'count' | 'perSecond', Readonly<Record<Language, string>>>
> = {
  minutes: { ko: '분', en: ' min' },
  days: { ko: '일', en: ' d' },
  count: { ko: '', en: '' },
  perSecond: { ko: '/초', en: '/s' },
};
const THRESHOLD: Readonly<Record<Language, string>> = { ko: '임계값', en: 'threshold' };

export interface Seen {
  readonly value: number | null;
  readonly threshold: number | null;
}

/** One line that says what was seen, for lists, notifications and exports alike. */
export function describeAlarm(key: AlarmItemKey, { value, threshold }: Seen, language: Language): string {
  const { label, unit } = alarmItems[key];
  const name = label[language];
  if (unit === 'condition' || value === null) return name;
  const seen = `${name} ${formatAlarmValue(value, unit, language)}`;
  if (threshold === null) return seen;
  return `${seen} (${THRESHOLD[language]} ${formatAlarmValue(threshold, unit, language)})`;
}

export function formatAlarmValue(value: number, unit: AlarmUnit, language: Language): string {
  switch (unit) {
    case 'condition':
      return String(value);
    case 'percent':
      return `${rounded(value)} %`;
    case 'bytes':
      return formatBytes(value);
    case 'bytesPerSecond':
      return formatBytesPerSecond(value);
    default:
      return `${rounded(value)}${UNITS[unit][language]}`;
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
