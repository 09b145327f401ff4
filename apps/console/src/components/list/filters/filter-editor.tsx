import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Combobox.css';
import type { Column } from '@gwanje/contract/definition/columns';
import { parseInstant } from '@gwanje/domain/formats/time';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { instantOfLocal, localTimeText } from '../../range/local-time.ts';
import type { ListColumn, Quantity } from '../define-list.ts';
import classes from '../object-list.module.css';
import type { FilterValue, NumberRange, TimeRange } from '../state/list-address.ts';
import { filterUnits, shownNumber, typedNumber, unitFor } from './filter-units.ts';

interface FilterEditorProps<Row> {
  readonly contract: Column;
  readonly column: ListColumn<Row>;
  readonly value: FilterValue | undefined;
  readonly nowMs: number;
  /** Undefined: no filter of this column. */
  readonly onApply: (value: FilterValue | undefined) => void;
}

/** The filter fields for the column's type. Enter or the button applies them; typing sends no request. */
export function FilterEditor<Row>({ contract, column, value, nowMs, onApply }: FilterEditorProps<Row>) {
  const t = useT();
  const [draft, setDraft] = useState<FilterValue | undefined>(value);
  const choices = contract.choices ?? contract.codes?.map(String) ?? column.exactChoices?.();

  function submit(event: FormEvent) {
    event.preventDefault();
    onApply(draft);
  }

  return (
    <form className={classes.editor} onSubmit={submit}>
      <p className={classes.editorTitle}>{t(column.label)}</p>
      {choices ? (
        <ChoiceField
          choices={choices}
          column={column}
          value={draft}
          onChange={(chosen) => setDraft(contract.codes ? chosen?.map(Number) : chosen)}
        />
      ) : (
        contract.type === 'text' && <TextField value={draft} onChange={setDraft} />
      )}
      {contract.type === 'flag' && <FlagField value={draft} onChange={setDraft} />}
      {contract.type === 'number' && (
        <NumberField quantity={column.quantity ?? 'count'} value={draft} onChange={setDraft} />
      )}
      {contract.type === 'time' && <TimeField value={draft} nowMs={nowMs} onChange={setDraft} />}
      <div className={classes.editorButtons}>
        {value !== undefined && (
          <Button variant="default" onClick={() => onApply(undefined)}>
            {t('objectList.filter.clear')}
          </Button>
        )}
        <Button type="submit">{t('objectList.filter.apply')}</Button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
}

function TextField({ value, onChange }: FieldProps) {
  const t = useT();
  return (
    <TextInput
      data-autofocus
      aria-label={t('objectList.filter.part')}
      placeholder={t('objectList.filter.part')}
      maxLength={253}
      value={Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''}
      onChange={(event) =>
        onChange(event.currentTarget.value.trim() === '' ? undefined : event.currentTarget.value)
      }
    />
  );
}

interface ChoiceFieldProps<Row> {
  readonly choices: readonly string[];
  readonly column: ListColumn<Row>;
  readonly value: FilterValue | undefined;
  readonly onChange: (chosen: readonly string[] | undefined) => void;
}

function ChoiceField<Row>({ choices, column, value, onChange }: ChoiceFieldProps<Row>) {
  const t = useT();
  const language = useLanguage();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <div className={classes.choices}>
      {choices.map((choice, at) => (
        <Checkbox
          key={choice}
          size="xs"
          data-autofocus={at === 0 ? true : undefined}
          label={column.choiceLabel?.(choice, { t, language }) ?? choice}
          checked={chosen.includes(choice)}
          onChange={() => {
            const next = choices.filter((other) => chosen.includes(other) !== (other === choice));
            onChange(next.length === 0 ? undefined : next);
          }}
        />
      ))}
    </div>
  );
}

function FlagField({ value, onChange }: FieldProps) {
  const t = useT();
  return (
    <NativeSelect
      data-autofocus
      aria-label={t('objectList.filter.value')}
      value={typeof value === 'boolean' ? String(value) : ''}
      data={[
        { value: '', label: t('objectList.filter.any') },
        { value: 'true', label: t('objectList.yes') },
        { value: 'false', label: t('objectList.no') },
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
      }
    />
  );
}

function NumberField({ quantity, value, onChange }: FieldProps & { readonly quantity: Quantity }) {
  const t = useT();
  const units = filterUnits[quantity];
  const [unit, setUnit] = useState(() => {
    const { min, max } = numbers(value);
    return unitFor(quantity, [min, max]);
  });
  const [texts, setTexts] = useState(() => {
    const { min, max } = numbers(value);
    return { min: shownNumber(min, unit.factor), max: shownNumber(max, unit.factor) };
  });

  function change(next: typeof texts, factor: number) {
    setTexts(next);
    const [min, max] = [typedNumber(next.min, factor), typedNumber(next.max, factor)];
    const isEmpty = min === undefined && max === undefined;
    onChange(isEmpty ? undefined : { ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  }

  return (
    <div className={classes.range}>
      <TextInput
        data-autofocus
        inputMode="decimal"
        aria-label={t('objectList.filter.min')}
        placeholder={t('objectList.filter.min')}
        value={texts.min}
        onChange={({ currentTarget }) => change({ ...texts, min: currentTarget.value }, unit.factor)}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        inputMode="decimal"
        aria-label={t('objectList.filter.max')}
        placeholder={t('objectList.filter.max')}
        value={texts.max}
        onChange={({ currentTarget }) => change({ ...texts, max: currentTarget.value }, unit.factor)}
      />
      {units.length > 1 ? (
        <NativeSelect
          className={classes.unit}
          aria-label={t('objectList.filter.unit')}
          value={unit.label}
          data={units.map(({ label }) => label)}
          onChange={({ currentTarget }) => {
            const next = units.find(({ label }) => label === currentTarget.value) ?? units[0];
            setUnit(next);
            change(texts, next.factor);
          }}
        />
      ) : (
        unit.label !== '' && <span>{unit.label}</span>
      )}
    </div>
  );
}

const PRESETS = [
  { key: 'objectList.ago.quarter', ms: 15 * 60_000 },
  { key: 'objectList.ago.hour', ms: 60 * 60_000 },
  { key: 'objectList.ago.day', ms: 24 * 60 * 60_000 },
  { key: 'objectList.ago.week', ms: 7 * 24 * 60 * 60_000 },
] as const;

function TimeField({ value, nowMs, onChange }: FieldProps & { readonly nowMs: number }) {
  const t = useT();
  const { from, to } = times(value);
  function change(next: TimeRange) {
    onChange(next.from === undefined && next.to === undefined ? undefined : next);
  }
  return (
    <div className={classes.times}>
      <div className={classes.presets}>
        {PRESETS.map(({ key, ms }) => (
          <Button
            key={key}
            variant="default"
            onClick={() => change({ from: new Date(nowMs - ms).toISOString() })}
          >
            {t(key)}
          </Button>
        ))}
      </div>
      <TimeInput
        label={t('objectList.filter.from')}
        value={from}
        onChange={(at) => change({ ...(at && { from: at }), ...(to && { to }) })}
      />
      <TimeInput
        label={t('objectList.filter.to')}
        value={to}
        onChange={(at) => change({ ...(from && { from }), ...(at && { to: at }) })}
      />
    </div>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (instant: string | undefined) => void;
}

export function TimeInput({ label, value, onChange }: TimeInputProps) {
  const instantMs = value === undefined ? undefined : parseInstant(value);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      value={instantMs === undefined ? '' : localTimeText(instantMs)}
      onChange={({ currentTarget }) => onChange(instantOfLocal(currentTarget.value))}
    />
  );
}

function numbers(value: FilterValue | undefined): NumberRange {
  return typeof value === 'object' && ('min' in value || 'max' in value) ? value : {};
}

function times(value: FilterValue | undefined): TimeRange {
  return typeof value === 'object' && ('from' in value || 'to' in value) ? value : {};
}
