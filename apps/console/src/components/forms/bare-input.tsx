import { TextInput, type TextInputProps } from '@mantine/core';

interface BareInputProps extends Omit<TextInputProps, 'label' | 'onChange'> {
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** An input whose label is its placeholder. */
export function BareInput({ label, onChange, ...input }: BareInputProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      {...input}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
