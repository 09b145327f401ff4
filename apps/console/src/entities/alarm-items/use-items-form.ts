import { type AlarmItemKey, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { useState } from 'react';
import {
  changedKeys,
  draftErrors,
  type ItemDraft,
  type ItemEntry,
  type ItemFields,
  NO_CHANGES,
  type OwnOrigin,
} from './item-draft.ts';

export type ItemsForm = ReturnType<typeof useItemsForm>;

interface ItemsFormOptions {
  readonly entries: readonly ItemEntry[];
  readonly draft: ItemDraft;
  readonly ownOrigin: OwnOrigin;
  readonly firstTarget: AlarmTarget;
  readonly onChange: (draft: ItemDraft) => void;
}

/** The changes of the items, which are a value of the page's form, with their errors and the shown target. */
export function useItemsForm({ entries, draft, ownOrigin, firstTarget, onChange }: ItemsFormOptions) {
  const [checked, setChecked] = useState(NO_CHANGES);
  const [target, setTarget] = useState(firstTarget);

  function replace(itemKey: AlarmItemKey, next: ItemDraft[AlarmItemKey]) {
    const { [itemKey]: _former, ...others } = draft;
    onChange(next === undefined ? others : { ...others, [itemKey]: next });
  }

  return {
    entries,
    draft,
    ownOrigin,
    target,
    setTarget,
    changed: changedKeys(entries, draft, ownOrigin),
    /** The errors of the last check; a change of an item clears its errors. */
    fieldErrors: draftErrors(
      entries.filter(({ itemKey }) => draft[itemKey] && draft[itemKey] === checked[itemKey]),
      draft,
    ),
    change(itemKey: AlarmItemKey, patch: Partial<ItemFields>) {
      const former = draft[itemKey] ?? { isReverted: false, patch: {} };
      replace(itemKey, { ...former, patch: { ...former.patch, ...patch } });
    },
    revert: (itemKey: AlarmItemKey) => replace(itemKey, { isReverted: true, patch: {} }),
    undo: (itemKey: AlarmItemKey) => replace(itemKey, undefined),
    /** False: a field is invalid. The field shows the error, and its tab is selected. */
    check(): boolean {
      setChecked(draft);
      const found = draftErrors(entries, draft);
      const first = alarmItemKeys.find((key) => found[key] !== undefined);
      if (first !== undefined) setTarget(alarmItems[first].target);
      return first === undefined;
    },
  };
}
