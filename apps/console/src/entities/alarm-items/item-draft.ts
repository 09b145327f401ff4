import {
  type AlarmItemKey,
  AlarmSetting,
  type AlarmSettings,
  type SettingOrigin,
} from '@gwanje/contract/alarms/alarm-items';
import { alarmItems, type SettingError, settingError } from '@gwanje/domain/alarms/registry';
import { unitOfItem } from '@gwanje/domain/alarms/text/units';
import { formatSpan, parseSpan } from '@gwanje/domain/formats/time';
import type { Language } from '@gwanje/domain/i18n/language';
import { shownNumber, typedNumber } from '#components/list/filters/filter-units.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

/** One item with its effective setting, and the setting it would inherit without its own. */
export interface ItemEntry {
  readonly itemKey: AlarmItemKey;
  readonly setting: AlarmSetting;
  readonly origin: SettingOrigin;
  readonly inherited: AlarmSetting;
  readonly inheritedOrigin: SettingOrigin;
}

/** The contents of the form fields. Figures stay as typed. */
export interface ItemFields {
  readonly isOn: boolean;
  readonly isNotified: boolean;
  /** Only for conditions, which have a level instead of figures. */
  readonly level: 'warning' | 'critical';
  readonly warning: string;
  readonly critical: string;
  readonly hold: string;
  readonly margin: string;
  readonly window: string;
}
export type TypedField = 'warning' | 'critical' | 'hold' | 'margin' | 'window';
export type ItemErrors = Readonly<Partial<Record<TypedField, PlainKey>>>;

/** Holds only the touched fields, so that a save keeps other fields that another user changed meanwhile. */
export interface ItemChange {
  readonly isReverted: boolean;
  readonly patch: Partial<ItemFields>;
}
export type ItemDraft = Readonly<Partial<Record<AlarmItemKey, ItemChange>>>;
export type DraftErrors = Readonly<Partial<Record<AlarmItemKey, ItemErrors>>>;

/** The owner of the settings that the form edits. */
export type OwnOrigin = Exclude<SettingOrigin, 'standard'>;

export const NO_CHANGES: ItemDraft = {};

/** The setting that fills an item's fields at first. */
function baseOf(entry: ItemEntry, change: ItemChange | undefined): AlarmSetting {
  return change?.isReverted ? entry.inherited : entry.setting;
}

export function fieldsOf(entry: ItemEntry, change: ItemChange | undefined, language: Language): ItemFields {
  const { itemKey } = entry;
  const setting = baseOf(entry, change);
  const { factor } = unitOfItem(itemKey, language);
  return {
    isOn: setting.isOn,
    isNotified: setting.isNotified,
    level: setting.critical === null ? 'warning' : 'critical',
    warning: shownNumber(setting.warning ?? undefined, factor),
    critical: shownNumber(setting.critical ?? undefined, factor),
    hold: formatSpan(setting.holdS, language),
    margin: shownNumber(setting.recoveryMargin, factor),
    window: setting.windowMin === null ? '' : String(setting.windowMin),
    ...change?.patch,
  };
}

/** Parses the typed fields into a setting, or reports the error of each wrong field. */
export function parseItem(
  entry: ItemEntry,
  change: ItemChange | undefined,
):
  | { readonly ok: true; readonly setting: AlarmSetting }
  | { readonly ok: false; readonly fieldErrors: ItemErrors } {
  const base = baseOf(entry, change);
  const { itemKey } = entry;
  const patch = change?.patch ?? {};
  // The language does not matter: the factors of the units are the same.
  const { factor } = unitOfItem(itemKey, 'en');
  const fieldErrors: Partial<Record<TypedField, PlainKey>> = {};

  /** The typed figure; the stored figure if the user typed none. */
  function figure<Stored extends number | null>(
    field: 'warning' | 'critical' | 'margin',
    name: keyof AlarmSetting,
    stored: Stored,
    empty: Stored,
  ): Stored | number {
    const text = patch[field];
    if (text === undefined) return stored;
    if (text.trim() === '') return empty;
    const value = typedNumber(text, factor);
    if (value === undefined) fieldErrors[field] = 'alarmItems.notANumber';
    else if (!AlarmSetting.shape[name].safeParse(value).success) fieldErrors[field] = 'alarmItems.outOfRange';
    return value ?? empty;
  }
  const setting: AlarmSetting = {
    ...base,
    isOn: patch.isOn ?? base.isOn,
    isNotified: patch.isNotified ?? base.isNotified,
  };
  if (alarmItems[itemKey].unit === 'condition') {
    const level = patch.level ?? (base.critical === null ? 'warning' : 'critical');
    setting.warning = level === 'warning' ? 1 : null;
    setting.critical = level === 'critical' ? 1 : null;
  } else {
    setting.warning = figure('warning', 'warning', base.warning, null);
    setting.critical = figure('critical', 'critical', base.critical, null);
    setting.recoveryMargin = figure('margin', 'recoveryMargin', base.recoveryMargin, 0);
  }
  if (patch.hold !== undefined) {
    const holdS = AlarmSetting.shape.holdS.safeParse(parseSpan(patch.hold));
    if (holdS.success) setting.holdS = holdS.data;
    else fieldErrors.hold = 'alarmItems.holdError';
  }
  if (patch.window !== undefined && base.windowMin !== null) {
    const windowMin = AlarmSetting.shape.windowMin.safeParse(typedNumber(patch.window, 1));
    if (windowMin.success) setting.windowMin = windowMin.data;
    else fieldErrors.window = 'alarmItems.windowError';
  }
  if (Object.keys(fieldErrors).length > 0) return { ok: false, fieldErrors };
  const reason = settingError(itemKey, setting);
  return reason === null ? { ok: true, setting } : { ok: false, fieldErrors: errorAtField(itemKey, reason) };
}

function errorAtField(itemKey: AlarmItemKey, reason: SettingError): ItemErrors {
  switch (reason) {
    case 'thresholdOrder':
      return {
        critical:
          alarmItems[itemKey].worse === 'above' ? 'alarmItems.criticalTooLow' : 'alarmItems.criticalTooHigh',
      };
    case 'margin':
      return { margin: 'alarmItems.marginTooLarge' };
    case 'window':
      return { window: 'alarmItems.windowError' };
    case 'noThreshold':
    case 'notACondition':
      return { warning: 'alarmItems.noThreshold' };
  }
}

/** The item's own setting as stored; undefined: the item inherits. */
function ownNow(entry: ItemEntry, ownOrigin: OwnOrigin): AlarmSetting | undefined {
  return entry.origin === ownOrigin ? entry.setting : undefined;
}

type Change = ItemChange | undefined;

/** The item's own setting after the change, if the fields can be parsed. */
function ownAfter(
  entry: ItemEntry,
  change: Change,
  ownOrigin: OwnOrigin,
): AlarmSetting | undefined | 'invalid' {
  if (change === undefined) return ownNow(entry, ownOrigin);
  const parsed = parseItem(entry, change);
  if (!parsed.ok) return 'invalid';
  if (!isSame(parsed.setting, baseOf(entry, change))) return parsed.setting;
  return change.isReverted ? undefined : ownNow(entry, ownOrigin);
}

export function isItemChanged(entry: ItemEntry, change: Change, ownOrigin: OwnOrigin): boolean {
  const after = ownAfter(entry, change, ownOrigin);
  return after === 'invalid' || !isSame(after, ownNow(entry, ownOrigin));
}

export function changedKeys(
  entries: readonly ItemEntry[],
  draft: ItemDraft,
  ownOrigin: OwnOrigin,
): readonly AlarmItemKey[] {
  return entries
    .filter((entry) => isItemChanged(entry, draft[entry.itemKey], ownOrigin))
    .map(({ itemKey }) => itemKey);
}

/** The origin of the item's setting after a save. */
export function originAfter(entry: ItemEntry, change: Change, ownOrigin: OwnOrigin): SettingOrigin {
  if (ownAfter(entry, change, ownOrigin) !== undefined) return ownOrigin;
  return entry.origin === ownOrigin ? entry.inheritedOrigin : entry.origin;
}

export function draftErrors(entries: readonly ItemEntry[], draft: ItemDraft): DraftErrors {
  const found: Partial<Record<AlarmItemKey, ItemErrors>> = {};
  for (const entry of entries) {
    const parsed = parseItem(entry, draft[entry.itemKey]);
    if (!parsed.ok) found[entry.itemKey] = parsed.fieldErrors;
  }
  return found;
}

/** All own settings after the change: the body of a save. */
export function ownSettings(
  entries: readonly ItemEntry[],
  draft: ItemDraft,
  ownOrigin: OwnOrigin,
): AlarmSettings {
  const settings: AlarmSettings = {};
  for (const entry of entries) {
    const own = ownAfter(entry, draft[entry.itemKey], ownOrigin);
    if (own !== undefined && own !== 'invalid') settings[entry.itemKey] = own;
  }
  return settings;
}

function isSame(one: AlarmSetting | undefined, other: AlarmSetting | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const names = Object.keys(AlarmSetting.shape) as (keyof AlarmSetting)[];
  return names.every((name) => one[name] === other[name]);
}

/** The items whose effective setting changes; a change of only the origin does not count. */
export function differingSettings(
  before: readonly ItemEntry[],
  after: readonly ItemEntry[],
): readonly AlarmItemKey[] {
  const former = new Map(before.map((entry) => [entry.itemKey, entry]));
  return after
    .filter(({ itemKey, setting }) => !isSame(former.get(itemKey)?.setting, setting))
    .map(({ itemKey }) => itemKey);
}

export const typedFields = ['warning', 'critical', 'hold', 'margin', 'window'] as const;
