import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { AlarmSetting, SettingOrigin } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { explainSetting } from '@gwanje/domain/alarms/text/explain';
import { formatItemValue, unitOfItem } from '@gwanje/domain/alarms/text/units';
import { formatSpan } from '@gwanje/domain/formats/span';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { ActionIcon, Switch, TextInput } from '@mantine/core';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import {
  fieldsOf,
  type ItemChange,
  type ItemEntry,
  type ItemErrors,
  type ItemFields,
  isItemChanged,
  type OwnOrigin,
  originAfter,
  parseItem,
  type TypedField,
} from './item-draft.ts';
import classes from './items.module.css';

export interface ItemRowProps {
  readonly entry: ItemEntry;
  readonly change: ItemChange | undefined;
  readonly fieldErrors: ItemErrors | undefined;
  readonly ownOrigin: OwnOrigin;
  readonly isReadOnly: boolean;
  readonly onChange: (patch: Partial<ItemFields>) => void;
  readonly onRevert: () => void;
  readonly onUndo: () => void;
}

/** One item: its meaning in a sentence, its figures, and their origin. */
export function ItemRow(props: ItemRowProps) {
  const { entry, change, fieldErrors = {}, ownOrigin, isReadOnly, onChange } = props;
  const t = useT();
  const language = useLanguage();
  const { itemKey } = entry;
  const item = alarmItems[itemKey];
  const name = item.label[language];
  const fields = fieldsOf(entry, change, language);
  const parsed = parseItem(entry, change);
  const isChanged = isItemChanged(entry, change, ownOrigin);
  const origin = originAfter(entry, change, ownOrigin);

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
  const { setting } = entry;

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
          {isChanged && (
            <Chip colour="accent" icon="mdi-pencil-outline">
              {t('alarmItems.changed')}
            </Chip>
          )}
        </span>
        <span className={classes.sentence}>
          {parsed.ok ? explainSetting(itemKey, parsed.setting, language) : t('alarmItems.invalid')}
        </span>
        {origin === ownOrigin && (
          <span className={classes.inherited}>
            {t('alarmItems.without', {
              origin: t(`alarmItems.origin.${entry.inheritedOrigin}`),
              text: settingText(entry.inherited),
            })}
          </span>
        )}
      </th>
      {item.unit === 'condition' ? (
        isReadOnly ? (
          // The level is shown in the column of its name, as thresholds are.
          (['warning', 'critical'] as const).map((level) => (
            <td key={level} className={classes.level}>
              {level === fields.level ? (
                <button
                  type="button"
                  className={classes.plain}
                  onClick={() => refuseWhileReadOnly(isReadOnly)}
                >
                  <LevelChip level={level} />
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
              options={(['warning', 'critical'] as const).map((value) => ({
                value,
                label: labelOf(`alarmLevel.${value}`, language),
              }))}
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
          <OriginChip origin={origin} isOwn={origin === ownOrigin} />
          {!isReadOnly && <RowAction {...props} name={name} origin={origin} isChanged={isChanged} />}
        </span>
      </td>
    </tr>
  );

  function settingText(setting: AlarmSetting): string {
    return setting.isOn ? explainSetting(itemKey, setting, language) : t('alarmItems.off');
  }
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

interface RowActionProps extends ItemRowProps {
  readonly name: string;
  readonly origin: SettingOrigin;
  readonly isChanged: boolean;
}

/** Undoes typed changes, or removes the item's own setting so that it inherits again. */
function RowAction({ name, origin, isChanged, ownOrigin, onRevert, onUndo }: RowActionProps) {
  const t = useT();
  const undo = t('alarmItems.undoNamed', { name });
  const revert = t('alarmItems.revertNamed', { name });
  return (
    <>
      {isChanged && (
        <ActionIcon size="sm" aria-label={undo} title={undo} onClick={onUndo}>
          <Icon name="mdi-undo" />
        </ActionIcon>
      )}
      {origin === ownOrigin && (
        <ActionIcon size="sm" aria-label={revert} title={revert} onClick={onRevert}>
          <Icon name="mdi-arrow-up-left" />
        </ActionIcon>
      )}
    </>
  );
}

export function LevelChip({ level }: { readonly level: 'warning' | 'critical' }) {
  const language = useLanguage();
  return (
    <Chip
      colour={level === 'warning' ? 'orange' : 'red'}
      icon={level === 'warning' ? 'mdi-alert' : 'mdi-alert-octagon'}
    >
      {labelOf(`alarmLevel.${level}`, language)}
    </Chip>
  );
}

function OriginChip({ origin, isOwn }: { readonly origin: SettingOrigin; readonly isOwn: boolean }) {
  const t = useT();
  return <Chip colour={isOwn ? 'accent' : 'grey'}>{t(`alarmItems.origin.${origin}`)}</Chip>;
}
