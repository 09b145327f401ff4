import { confirmLevels } from '@gwanje/domain/mappings/labels';
import { type CodeFilter, chosenCodes } from '#components/list/filters/toggle-chips.tsx';
import type { ListScope } from '#components/list/state/list-address.ts';
import type { AddressText } from '#core/navigation/use-address.ts';

const { recovered, occurred, acknowledged, handled, closed } = confirmLevels;

/** The states in the order of an alarm's life cycle. The page shows the open ones unless the user chose others. */
export const stateFilter: CodeFilter<number> = {
  filter: 'f.confirmLevel',
  codes: [occurred, acknowledged, handled, recovered, closed],
  usual: [occurred, acknowledged, handled],
};

/** The fixed filter of the page. Folded alarms are hidden unless the user asks for them. */
export function alarmScope(search: AddressText): ListScope {
  const isOfParent = search['f.parentAlarmId'] !== undefined || search['f.isFolded'] !== undefined;
  return {
    filter: {
      confirmLevel: chosenCodes(search, stateFilter),
      ...(search.folded !== '1' && !isOfParent && { isFolded: false }),
    },
  };
}

/** The address of the list of all alarms folded under an alarm, in every state. */
export function childrenAddress(alarmId: number): string {
  const { filter, codes } = stateFilter;
  return `/alarm-list?${new URLSearchParams({ 'f.parentAlarmId': String(alarmId), [filter]: codes.join() })}`;
}
