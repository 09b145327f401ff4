import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import { formatBytes, formatBytesPerSecond, formatCountOf, formatPercent } from '../../formats/numbers.ts';
import type { Language } from '../../i18n/language.ts';
import { alarmItems } from '../registry.ts';
import { formatItemValue } from './units.ts';

const THRESHOLD: Readonly<Record<Language, string>> = { ko: '임계값', en: 'threshold' };

export interface Seen {
  readonly value: number | null;
  readonly threshold: number | null;
}

/** One line about the observed value, for lists, messages and exports. */
export function describeAlarm(key: AlarmItemKey, { value, threshold }: Seen, language: Language): string {
  const { label, unit } = alarmItems[key];
  const name = label[language];
  if (unit === 'condition' || value === null) return name;
  const seen = `${name} ${formatAlarmValue(value, key, language)}`;
  if (threshold === null) return seen;
  return `${seen} (${THRESHOLD[language]} ${formatAlarmValue(threshold, key, language)})`;
}

/** `key` is null for an event alarm, which counts events. */
export function formatAlarmValue(value: number, key: AlarmItemKey | null, language: Language): string {
  if (key === null) return formatCountOf('event', value, language);
  switch (alarmItems[key].unit) {
    case 'percent':
      return formatPercent(value);
    case 'bytes':
      return formatBytes(value);
    case 'bytesPerSecond':
      return formatBytesPerSecond(value);
    default:
      return formatItemValue(key, value, language);
  }
}
