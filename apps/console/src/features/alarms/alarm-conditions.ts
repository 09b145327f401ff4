import { confirmLevels } from '@gwanje/domain/mappings/alarm';
import { codesIn, toggled } from '#components/list/filters/toggle-chips.tsx';
import type { ListScope } from '#components/list/state/list-address.ts';
import type { AddressText } from '#core/navigation/use-address.ts';

const { recovered, occurred, acknowledged, handled, closed } = confirmLevels;
/** In the order of an alarm's life cycle. */
export const STATES: readonly number[] = [occurred, acknowledged, handled, recovered, closed];
const OPEN: readonly number[] = [occurred, acknowledged, handled];

const STATE = 'f.confirmLevel';
const LEVEL = 'f.level';

/** The open states, unless the user chose others. */
export function shownStates(search: AddressText): readonly number[] {
  const chosen = codesIn(search, STATE, STATES);
  return chosen.length === 0 ? OPEN : chosen;
}

/** The default is omitted from the address. Removing the last state restores the default. */
export function withStateToggled(search: AddressText, state: number): AddressText {
  return { [STATE]: toggled(shownStates(search), state, STATES, OPEN) };
}

export const LEVELS: readonly number[] = [5, 1];

export function shownLevels(search: AddressText): readonly number[] {
  return codesIn(search, LEVEL, LEVELS);
}

/** Toggles one level. No level and all levels both mean no filter. */
export function withLevelToggled(search: AddressText, level: number): AddressText {
  return { [LEVEL]: toggled(shownLevels(search), level, LEVELS) };
}

/** The fixed filter of the page. Folded alarms are hidden unless the user asks for them. */
export function alarmScope(search: AddressText): ListScope {
  const isOfParent = search['f.parentAlarmId'] !== undefined || search['f.isFolded'] !== undefined;
  return {
    filter: {
      confirmLevel: shownStates(search),
      ...(search.folded !== '1' && !isOfParent && { isFolded: false }),
    },
  };
}

/** The address of the list of all alarms folded under an alarm, in every state. */
export function childrenAddress(alarmId: number): string {
  return `/alarm-list?${new URLSearchParams({ 'f.parentAlarmId': String(alarmId), [STATE]: STATES.join(',') })}`;
}
