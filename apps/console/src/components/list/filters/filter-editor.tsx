import type { Column } from '@gwanje/contract/definition/columns';
import { parseInstant } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
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
          <TextButton onClick={() => onApply(undefined)}>{t('objectList.filter.clear')}</TextButton>
        )}
        <TextButton variant="filled" type="submit">
          {t('objectList.filter.apply')}
        </TextButton>
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
    <BareInput
      data-autofocus
      label={t('objectList.filter.part')}
      maxLength={253}
      value={Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text.trim() === '' ? undefined : text)}
    />
  );
}

interface ChoiceFieldProps extends Pick<FieldProps, 'value'> {
  readonly choices: readonly string[];
  readonly column: Pick<ListColumn<never>, 'choiceLabel'>;
  readonly onChange: (chosen: readonly string[] | undefined) => void;
}

function ChoiceField({ choices, column, value, onChange }: ChoiceFieldProps) {
  const { t, language } = useTexts();
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
  const { min, max } = numbers(value);
  const [unit, setUnit] = useState(() => unitFor(quantity, [min, max]));
  const [texts, setTexts] = useState({
    min: shownNumber(min, unit.factor),
    max: shownNumber(max, unit.factor),
  });

  function change(next: typeof texts, factor: number) {
    setTexts(next);
    const range = { min: typedNumber(next.min, factor), max: typedNumber(next.max, factor) };
    onChange(range.min === undefined && range.max === undefined ? undefined : range);
  }

  const end = (name: 'min' | 'max') => (
    <BareInput
      data-autofocus={name === 'min' ? true : undefined}
      inputMode="decimal"
      label={t(`objectList.filter.${name}`)}
      value={texts[name]}
      onChange={(text) => change({ ...texts, [name]: text }, unit.factor)}
    />
  );
  return (
    <div className={classes.range}>
      {end('min')}
      <span aria-hidden="true">–</span>
      {end('max')}
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

const presetsMs = {
  quarter: 15 * 60_000,
  hour: 60 * 60_000,
  day: 24 * 60 * 60_000,
  week: 7 * 24 * 60 * 60_000,
} as const;

interface TimePresetsProps {
  /** `ago`: since that time. `before`: at that time. */
  readonly kind: 'ago' | 'before';
  readonly nowMs: number;
  readonly onChoose: (instant: string) => void;
}

export function TimePresets({ kind, nowMs, onChoose }: TimePresetsProps) {
  const t = useT();
  return (
    <div className={classes.presets}>
      {(['quarter', 'hour', 'day', 'week'] as const).map((name) => (
        <TextButton key={name} onClick={() => onChoose(new Date(nowMs - presetsMs[name]).toISOString())}>
          {t(`objectList.${kind}.${name}`)}
        </TextButton>
      ))}
    </div>
  );
}

function TimeField({ value, nowMs, onChange }: FieldProps & { readonly nowMs: number }) {
  const t = useT();
  const { from, to } = times(value);
  function change(next: TimeRange) {
    onChange(next.from === undefined && next.to === undefined ? undefined : next);
  }
  return (
    <div className={classes.times}>
      <TimePresets kind="ago" nowMs={nowMs} onChoose={(instant) => change({ from: instant })} />
      <TimeInput
        label={t('objectList.filter.from')}
        value={from}
        onChange={(at) => change({ from: at, to })}
      />
      <TimeInput label={t('objectList.filter.to')} value={to} onChange={(at) => change({ from, to: at })} />
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
