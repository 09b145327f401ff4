import { type AlarmItemKey, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { useState } from 'react';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import {
  changedKeys,
  type DraftErrors,
  differingKeys,
  draftErrors,
  type ItemDraft,
  type ItemEntry,
  type ItemFields,
  NO_CHANGES,
  type OwnOrigin,
  ownSettings,
} from './item-draft.ts';

export interface ItemsForm {
  readonly entries: readonly ItemEntry[];
  readonly draft: ItemDraft;
  readonly fieldErrors: DraftErrors;
  /** Items that another user changed after the form was opened. */
  readonly changedByOther: ReadonlySet<AlarmItemKey>;
  readonly target: AlarmTarget;
  readonly changed: readonly AlarmItemKey[];
  readonly setTarget: (target: AlarmTarget) => void;
  readonly change: (itemKey: AlarmItemKey, patch: Partial<ItemFields>) => void;
  readonly revert: (itemKey: AlarmItemKey) => void;
  /** Discards the changes of one item, or of all items. */
  readonly undo: (itemKey?: AlarmItemKey) => void;
  readonly begin: (entries: readonly ItemEntry[]) => void;
  /** Applies the typed changes on top of the entries stored now. */
  readonly rebase: (entries: readonly ItemEntry[]) => void;
  /** False: a field is wrong. Its error is shown at the field, and its tab is selected. */
  readonly check: () => boolean;
  readonly settings: () => ReturnType<typeof ownSettings>;
}

/** The state of the items form. Outside an edit, `entries` are the ones that the page shows. */
export function useItemsForm(
  shown: readonly ItemEntry[],
  isEditing: boolean,
  ownOrigin: OwnOrigin,
  firstTarget: AlarmTarget,
  firstDraft: ItemDraft = NO_CHANGES,
): ItemsForm {
  const [base, setBase] = useState(shown);
  const [draft, setDraft] = useState(firstDraft);
  const [fieldErrors, setFieldErrors] = useState<DraftErrors>({});
  const [changedByOther, setChangedByOther] = useState<ReadonlySet<AlarmItemKey>>(new Set());
  const [target, setTarget] = useState(firstTarget);
  const entries = isEditing ? base : shown;
  const live = isEditing ? draft : NO_CHANGES;

  function patchItem(itemKey: AlarmItemKey, next: ItemDraft[AlarmItemKey]) {
    const { [itemKey]: _former, ...others } = draft;
    setDraft(next === undefined ? others : { ...others, [itemKey]: next });
    const { [itemKey]: _repaired, ...wrong } = fieldErrors;
    setFieldErrors(wrong);
  }

  return {
    entries,
    draft: live,
    fieldErrors: isEditing ? fieldErrors : {},
    changedByOther: isEditing ? changedByOther : new Set(),
    target,
    changed: changedKeys(entries, live, ownOrigin),
    setTarget,
    change(itemKey, patch) {
      const former = draft[itemKey] ?? { isReverted: false, patch: {} };
      patchItem(itemKey, { ...former, patch: { ...former.patch, ...patch } });
    },
    revert(itemKey) {
      patchItem(itemKey, { isReverted: true, patch: {} });
    },
    undo(itemKey) {
      if (itemKey !== undefined) return patchItem(itemKey, undefined);
      setDraft(NO_CHANGES);
      setFieldErrors({});
      setChangedByOther(new Set());
    },
    begin(next) {
      setBase(next);
      setDraft(NO_CHANGES);
      setFieldErrors({});
      setChangedByOther(new Set());
    },
    rebase(next) {
      setChangedByOther(new Set([...changedByOther, ...differingKeys(base, next)]));
      setBase(next);
    },
    check() {
      const found = draftErrors(base, draft);
      setFieldErrors(found);
      const first = alarmItemKeys.find((key) => found[key] !== undefined);
      if (first === undefined) return true;
      setTarget(alarmItems[first].target);
      return false;
    },
    settings: () => ownSettings(base, draft, ownOrigin),
  };
}

/** One alert per conflict. The rows that differ show the stored values; the fields keep the typed ones. */
export function showEditConflict(): Promise<void> {
  return showAlert({
    title: t('alarmItems.conflictTitle'),
    prependIcon: 'mdi-account-sync-outline',
    text: t('alarmItems.conflictText'),
  });
}
