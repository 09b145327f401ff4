import type { EventLevel } from '@gwanje/contract/clusters/states';
import { eventLevels } from '@gwanje/contract/clusters/states';
import type { AddressText } from '#core/navigation/use-address.ts';

/** The list's own level filter, which the chips and the filter editor both change. */
const LEVEL = 'f.level';
const TAIL = 'tail';

/** Empty: no level is chosen, so all are shown. */
export function levelsFromAddress(search: AddressText): readonly EventLevel[] {
  const chosen = search[LEVEL]?.split(',') ?? [];
  return eventLevels.filter((level) => chosen.includes(level));
}

export function withLevelToggled(search: AddressText, level: EventLevel): AddressText {
  const chosen = levelsFromAddress(search);
  const next = eventLevels.filter((one) => chosen.includes(one) !== (one === level));
  // All levels chosen means the same as none: no filter.
  const isEvery = next.length === 0 || next.length === eventLevels.length;
  return { [LEVEL]: isEvery ? undefined : next.join(',') };
}

export function isTailing(search: AddressText): boolean {
  return search[TAIL] !== 'off';
}

export function tailToAddress(isOn: boolean): AddressText {
  return { [TAIL]: isOn ? undefined : 'off' };
}
