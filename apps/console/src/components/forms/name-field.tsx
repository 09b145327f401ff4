import { TextInput, type TextInputProps } from '@mantine/core';
import { readOnlyInput } from './read-only-text.tsx';

interface NameFieldProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly onChange: (name: string) => void;
}

/**
 * The name of an object that the user creates, checked by `nameError`. In a dialog it has a label and the first
 * focus; in a FormRow the row has the label.
 */
export function NameField({ isReadOnly = false, onChange, ...input }: NameFieldProps) {
  return (
    <TextInput
      autoComplete="off"
      dir="auto"
      required={!isReadOnly}
      {...(input.label !== undefined && { 'data-autofocus': true })}
      {...input}
      {...(isReadOnly && readOnlyInput)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
