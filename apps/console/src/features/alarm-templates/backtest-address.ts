import { AlarmItemKey, AlarmSetting } from '@gwanje/contract/alarms/alarm-items';
import { unitOfItem } from '@gwanje/domain/alarms/text/units';
import { formatSpan } from '@gwanje/domain/formats/time';
import type { Language } from '@gwanje/domain/i18n/language';
import { shownNumber } from '#components/list/filters/filter-units.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import type { ItemDraft } from '#entities/alarm-items/item-draft.ts';

/** A setting that a report proposes for one item: `item`, `holdS` and `margin` of the address. Null: none, or invalid. */
export function proposedItem(search: AddressText) {
  const itemKey = AlarmItemKey.safeParse(search.item).data;
  const holdS = AlarmSetting.shape.holdS.safeParse(Number(search.holdS ?? Number.NaN)).data;
  const margin = AlarmSetting.shape.recoveryMargin.safeParse(Number(search.margin ?? Number.NaN)).data;
  return itemKey === undefined || holdS === undefined || margin === undefined
    ? null
    : { itemKey, holdS, margin };
}

export type ProposedItem = NonNullable<ReturnType<typeof proposedItem>>;

/** The proposal as changes of the form of items. */
export function proposedDraft({ itemKey, holdS, margin }: ProposedItem, language: Language): ItemDraft {
  const { factor } = unitOfItem(itemKey, language);
  const patch = { hold: formatSpan(holdS, language), margin: shownNumber(margin, factor) };
  return { [itemKey]: { isReverted: false, patch } };
}
