import { type EventLevel, eventLevels } from '@gwanje/contract/clusters/states';
import { codesIn, toggled } from '#components/list/filters/toggle-chips.tsx';
import type { AddressText } from '#core/navigation/use-address.ts';

/** The filter parameter of the list, which both the chips and the filter editor change. */
const LEVEL = 'f.level';
const TAIL = 'tail';

/** Empty: no level is chosen, so all levels are shown. */
export function levelsFromAddress(search: AddressText): readonly EventLevel[] {
  return codesIn(search, LEVEL, eventLevels);
}

export function withLevelToggled(search: AddressText, level: EventLevel): AddressText {
  return { [LEVEL]: toggled(levelsFromAddress(search), level, eventLevels) };
}

export function isTailing(search: AddressText): boolean {
  return search[TAIL] !== 'off';
}

export function tailToAddress(isOn: boolean): AddressText {
  return { [TAIL]: isOn ? undefined : 'off' };
}
