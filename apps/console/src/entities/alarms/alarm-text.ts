import { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import type { ItemTraits } from '@gwanje/domain/alarms/item';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { describeAlarm, formatAlarmValue } from '@gwanje/domain/alarms/text/describe';
import { DASH } from '@gwanje/domain/formats/numbers';
import type { Language } from '@gwanje/domain/i18n/language';

type Item = Pick<AlarmRow, 'itemKey' | 'itemName'>;
type Seen = Item & Pick<AlarmRow, 'value' | 'threshold'>;

/** Undefined for an event alarm, and for an item that this console version does not know. */
export function alarmItem(itemKey: string): ItemTraits | undefined {
  const key = AlarmItemKey.safeParse(itemKey).data;
  return key && alarmItems[key];
}

/** An event alarm has the name that its author gave it. */
export function alarmItemName({ itemKey, itemName }: Item, language: Language): string {
  return alarmItem(itemKey)?.label[language] ?? itemName ?? itemKey;
}

/** One line: the item, the measured value and the threshold. */
export function alarmText({ itemKey, itemName, value, threshold }: Seen, language: Language): string {
  const item = alarmItem(itemKey);
  return item ? describeAlarm(item.key, { value, threshold }, language) : (itemName ?? itemKey);
}

/** The value in the unit of its item. A condition has no figure to show. */
export function alarmFigure(value: number | null, itemKey: string, language: Language): string {
  const item = alarmItem(itemKey);
  const isNone = value === null || item?.unit === 'condition';
  return isNone ? DASH : formatAlarmValue(value, item?.key ?? null, language);
}

/** The time until the alarm recovered or was closed, else until now; null if its start is unknown. */
export function alarmElapsedMs(
  { occurredAt, recoveredAt, closedAt }: Pick<AlarmRow, 'occurredAt' | 'recoveredAt' | 'closedAt'>,
  nowMs: number,
): number | null {
  const fromMs = Date.parse(occurredAt ?? '');
  const endMs = Date.parse(recoveredAt ?? closedAt ?? '');
  return Number.isFinite(fromMs) ? Math.max(0, (Number.isFinite(endMs) ? endMs : nowMs) - fromMs) : null;
}
