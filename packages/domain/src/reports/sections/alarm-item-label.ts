import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { kinds } from '@gwanje/kinds/registry';
import { alarmItems } from '../../alarms/registry.ts';
import type { Language } from '../../i18n/language.ts';

/** An event alarm has the name that a person gave it. */
export function alarmItemLabel(itemKey: string, itemName: string | null, language: Language): string {
  const key = alarmItemKeys.find((one) => one === itemKey);
  if (!key) return itemName ?? itemKey;
  const { target, label } = alarmItems[key];
  return `${kinds[target].labels[language]} · ${label[language]}`;
}
