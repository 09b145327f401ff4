import { alarmItems } from '@gwanje/domain/alarms/registry';
import { explainSetting } from '@gwanje/domain/alarms/text/explain';
import { formatItemValue, unitOfItem } from '@gwanje/domain/alarms/text/units';
import { formatSpan } from '@gwanje/domain/formats/time';
import { labelOf, viewTypeKey, viewTypeOf } from '@gwanje/domain/mappings/labels';
import { IconButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Choices } from '@gwanje/ui/choices';
import { Switch, TextInput } from '@mantine/core';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import {
  fieldsOf,
  type ItemEntry,
  type ItemFields,
  isItemChanged,
  originAfter,
  parseItem,
  type TypedField,
} from './item-draft.ts';
import classes from './items.module.css';
import type { ItemsForm } from './use-items-form.ts';

interface ItemRowProps {
  readonly entry: ItemEntry;
  readonly form: ItemsForm;
  readonly isReadOnly: boolean;
}

const LEVELS = ['warning', 'critical'] as const;

/** One item: its meaning in a sentence, its figures, and their origin. */
export function ItemRow({ entry, form, isReadOnly }: ItemRowProps) {
  const t = useT();
  const language = useLanguage();
  const { itemKey, setting } = entry;
  const { ownOrigin } = form;
  const change = form.draft[itemKey];
  const fieldErrors = form.fieldErrors[itemKey] ?? {};
  const item = alarmItems[itemKey];
  const name = item.label[language];
  const fields = fieldsOf(entry, change, language);
  const parsed = parseItem(entry, change);
  const isChanged = isItemChanged(entry, change, ownOrigin);
  const origin = originAfter(entry, change, ownOrigin);

  function onChange(patch: Partial<ItemFields>) {
    form.change(itemKey, patch);
  }
  function toggle(patch: Partial<ItemFields>) {
    if (!refuseWhileReadOnly(isReadOnly)) onChange(patch);
  }
  const figure = (field: TypedField, unit: string, shown: string) => (
    <Figure
      label={`${name} ${t(`alarmItems.${field}`)}`}
      unit={unit}
      shown={shown}
      value={fields[field]}
      error={fieldErrors[field] && t(fieldErrors[field])}
      isReadOnly={isReadOnly}
      onChange={(text) => onChange({ [field]: text })}
    />
  );
  const { label: unit } = unitOfItem(itemKey, language);
  const shownValue = (value: number | null) =>
    value === null ? '-' : formatItemValue(itemKey, value, language);

  return (
    <tr className={classes.row} data-off={!fields.isOn} data-changed={isChanged}>
      <td className={classes.switch}>
        <Switch
          size="xs"
          aria-label={t('alarmItems.onNamed', { name })}
          checked={fields.isOn}
          onChange={({ currentTarget: { checked } }) => toggle({ isOn: checked })}
        />
      </td>
      <th className={classes.item} scope="row">
        <span className={classes.name}>
          {name}
          {isChanged && <Chip colour="accent" icon="mdi-pencil-outline" label={t('alarmItems.changed')} />}
        </span>
        <span className={classes.sentence}>
          {parsed.ok ? explainSetting(itemKey, parsed.setting, language) : t('alarmItems.invalid')}
        </span>
        {origin === ownOrigin && (
          <span className={classes.inherited}>
            {t('alarmItems.without', {
              origin: t(`alarmItems.origin.${entry.inheritedOrigin}`),
              text: entry.inherited.isOn
                ? explainSetting(itemKey, entry.inherited, language)
                : t('alarmItems.off'),
            })}
          </span>
        )}
      </th>
      <td className={classes.viewType}>{labelOf(viewTypeKey(viewTypeOf(item.target)), language)}</td>
      {item.unit === 'condition' ? (
        isReadOnly ? (
          // The level is shown in the column of its name, as thresholds are.
          LEVELS.map((level) => (
            <td key={level} className={classes.level}>
              {level === fields.level ? (
                <button
                  type="button"
                  className={classes.plain}
                  onClick={() => refuseWhileReadOnly(isReadOnly)}
                >
                  <Chip
                    colour={level === 'warning' ? 'orange' : 'red'}
                    icon={level === 'warning' ? 'mdi-alert' : 'mdi-alert-octagon'}
                    label={labelOf(`alarmLevel.${level}`, language)}
                  />
                </button>
              ) : (
                <span className={classes.none}>-</span>
              )}
            </td>
          ))
        ) : (
          <td className={classes.level} colSpan={2}>
            <Choices
              label={t('alarmItems.levelNamed', { name })}
              options={LEVELS.map((value) => ({ value, label: labelOf(`alarmLevel.${value}`, language) }))}
              chosen={fields.level}
              onChoose={(level) => onChange({ level })}
            />
          </td>
        )
      ) : (
        <>
          <td className={classes.figure}>{figure('warning', unit, shownValue(setting.warning))}</td>
          <td className={classes.figure}>{figure('critical', unit, shownValue(setting.critical))}</td>
        </>
      )}
      <td className={classes.figure}>{figure('hold', '', formatSpan(setting.holdS, language))}</td>
      <td className={classes.figure}>
        {item.unit === 'condition' ? (
          <span className={classes.none}>-</span>
        ) : (
          figure('margin', unit, shownValue(setting.recoveryMargin))
        )}
      </td>
      <td className={classes.figure}>
        {setting.windowMin === null ? (
          <span className={classes.none}>-</span>
        ) : (
          figure('window', t('alarmItems.minutes'), formatSpan(setting.windowMin * 60, language))
        )}
      </td>
      <td className={classes.switch}>
        <Switch
          size="xs"
          aria-label={t('alarmItems.notifyNamed', { name })}
          checked={fields.isNotified}
          onChange={({ currentTarget: { checked } }) => toggle({ isNotified: checked })}
        />
      </td>
      <td className={classes.origin}>
        <span className={classes.originLine}>
          <Chip colour={origin === ownOrigin ? 'accent' : 'grey'} label={t(`alarmItems.origin.${origin}`)} />
          {!isReadOnly && isChanged && (
            <IconButton
              label={t('alarmItems.undoNamed', { name })}
              icon="mdi-undo"
              onClick={() => form.undo(itemKey)}
            />
          )}
          {/* Without its own setting the item inherits again. */}
          {!isReadOnly && origin === ownOrigin && (
            <IconButton
              label={t('alarmItems.revertNamed', { name })}
              icon="mdi-arrow-up-left"
              onClick={() => form.revert(itemKey)}
            />
          )}
        </span>
      </td>
    </tr>
  );
}

interface FigureProps {
  readonly label: string;
  readonly unit: string;
  /** The text shown while the field is read-only. */
  readonly shown: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function Figure({ label, unit, shown, value, error, isReadOnly, onChange }: FigureProps) {
  if (isReadOnly) return <ReadOnlyText label={label} value={shown} />;
  return (
    <TextInput
      aria-label={label}
      value={value}
      error={error}
      inputMode={unit === '' ? 'text' : 'decimal'}
      autoComplete="off"
      rightSection={unit && <span className={classes.unit}>{unit}</span>}
      rightSectionWidth={unit === '' ? 8 : 16 + unit.length * 8}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
