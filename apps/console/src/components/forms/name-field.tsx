import { TextInput } from '@mantine/core';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { readOnlyInput } from './read-only-text.tsx';

interface NameFieldProps {
  /** In a dialog, where the name comes first and has the focus. In a row of a form the row has the label. */
  readonly label?: string;
  readonly hint?: string;
  /** By which the row's label finds it. */
  readonly id?: string;
  readonly value: string;
  readonly fault: PlainKey | undefined;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
  readonly onChange: (name: string) => void;
}

/** The name that a person gives to a thing; `nameFault` tells what is wrong with one. */
export function NameField(props: NameFieldProps) {
  const { label, hint, id, value, fault, autoFocus = false, isReadOnly = false, onChange } = props;
  const t = useT();
  return (
    <TextInput
      id={id}
      label={label}
      description={hint}
      value={value}
      error={fault && t(fault)}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      dir="auto"
      required={!isReadOnly}
      autoFocus={autoFocus}
      {...(label !== undefined && { 'data-autofocus': true })}
      {...(isReadOnly && readOnlyInput)}
    />
  );
}
