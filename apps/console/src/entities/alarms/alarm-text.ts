import { AlarmItemKey } from '@gwanje/contract/alarm-items';
import type { AlarmRow } from '@gwanje/contract/alarms';
import { describeAlarm, formatAlarmValue } from '@gwanje/domain/alarms/describe';
import type { ItemTraits } from '@gwanje/domain/alarms/item';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { DASH } from '@gwanje/domain/formats/number';
import type { Language } from '@gwanje/domain/language';

type Item = Pick<AlarmRow, 'itemKey' | 'itemName'>;
type Seen = Item & Pick<AlarmRow, 'value' | 'threshold'>;

/** Undefined of an event alarm, and of an item that this console does not know yet. */
export function alarmItem(itemKey: string): ItemTraits | undefined {
  const key = AlarmItemKey.safeParse(itemKey).data;
  return key && alarmItems[key];
}

/** Of an event alarm what somebody called it. */
export function alarmItemName({ itemKey, itemName }: Item, language: Language): string {
  return alarmItem(itemKey)?.label[language] ?? itemName ?? itemKey;
}

/** One line: the item, what was seen, and what it was measured against. */
export function alarmText({ itemKey, itemName, value, threshold }: Seen, language: Language): string {
  const item = alarmItem(itemKey);
  return item ? describeAlarm(item.key, { value, threshold }, language) : (itemName ?? itemKey);
}

/** In the unit of its item. A condition that is or is not has no figure worth showing. */
export function alarmFigure(value: number | null, itemKey: string, language: Language): string {
  const item = alarmItem(itemKey);
  const isNone = value === null || item?.unit === 'condition';
  return isNone ? DASH : formatAlarmValue(value, item?.key ?? null, language);
}
