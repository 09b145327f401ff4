import { confirmLevels } from '@gwanje/domain/mappings/alarm';
import type { ListScope } from '#components/list/state/list-address.ts';
import type { AddressText } from '#core/navigation/use-address.ts';

const { recovered, occurred, acknowledged, handled, closed } = confirmLevels;
/** In the order of an alarm's life cycle. */
export const STATES = [occurred, acknowledged, handled, recovered, closed] as const;
const OPEN: readonly number[] = [occurred, acknowledged, handled];

const STATE = 'f.confirmLevel';
const LEVEL = 'f.level';
/** Set: the list shows folded alarms too; else they are listed in their parent's details only. */
const FOLDED = 'folded';

type CodeFilter = typeof STATE | typeof LEVEL;

function codesIn(search: AddressText, name: CodeFilter, known: readonly number[]): readonly number[] {
  const texts = search[name]?.split(',') ?? [];
  return known.filter((code) => texts.includes(String(code)));
}

/** The open states, unless the user chose others. */
export function shownStates(search: AddressText): readonly number[] {
  const chosen = codesIn(search, STATE, STATES);
  return chosen.length === 0 ? OPEN : chosen;
}

/** The default is omitted from the address. Removing the last state restores the default. */
export function withStateToggled(search: AddressText, state: number): AddressText {
  const shown = shownStates(search);
  const next = STATES.filter((one) => shown.includes(one) !== (one === state));
  const isUsual = next.length === 0 || next.join() === OPEN.join();
  return { [STATE]: isUsual ? undefined : next.join(',') };
}

export const LEVELS = [5, 1] as const;

export function shownLevels(search: AddressText): readonly number[] {
  return codesIn(search, LEVEL, LEVELS);
}

/** Toggles one level. No level and all levels are the same: no filter. */
export function withLevelToggled(search: AddressText, level: number): AddressText {
  const shown = shownLevels(search);
  const next = LEVELS.filter((one) => shown.includes(one) !== (one === level));
  return { [LEVEL]: next.length === 0 || next.length === LEVELS.length ? undefined : next.join(',') };
}

export function areFoldedShown(search: AddressText): boolean {
  return search[FOLDED] === '1';
}

export function foldedToAddress(areShown: boolean): AddressText {
  return { [FOLDED]: areShown ? '1' : undefined };
}

/** The page's own filter, in addition to the user's filters. */
export function alarmScope(search: AddressText): ListScope {
  const isOfParent = search['f.parentAlarmId'] !== undefined || search['f.isFolded'] !== undefined;
  return {
    filter: {
      confirmLevel: shownStates(search),
      ...(!areFoldedShown(search) && !isOfParent && { isFolded: false }),
    },
  };
}

/** The list of all alarms folded under one, in every state. */
export function childrenAddress(alarmId: number): string {
  return `/alarm-list?${new URLSearchParams({ 'f.parentAlarmId': String(alarmId), [STATE]: STATES.join(',') })}`;
}
