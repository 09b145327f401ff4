import type { AddressField } from '@gwanje/contract/alarms/channels';
import { Textarea, TextInput } from '@mantine/core';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';

interface AddressInputProps {
  readonly field: AddressField;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

interface FieldInput {
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  readonly placeholder?: string;
  readonly rows: number;
}

const inputs: Readonly<Record<AddressField, FieldInput>> = {
  url: { label: 'alarmTemplates.hook.url', placeholder: 'https://', rows: 1 },
  recipientList: {
    label: 'alarmTemplates.hook.recipients',
    hint: 'alarmTemplates.hook.recipientsHint',
    rows: 2,
  },
};

/** The input of the address field that the channel sends to. */
export function AddressInput({ field, value, fault, onChange }: AddressInputProps) {
  const t = useT();
  const { label, hint, placeholder, rows } = inputs[field];
  const Input = rows > 1 ? Textarea : TextInput;
  return (
    <Input
      label={t(label)}
      description={hint && t(hint)}
      placeholder={placeholder}
      value={value}
      error={fault}
      {...(rows > 1 && { rows })}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}
