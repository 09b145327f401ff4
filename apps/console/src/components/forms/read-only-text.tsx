import { formatText } from '@gwanje/domain/formats/text';
import { FormRow } from '@gwanje/ui/form-row';
import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react';
import { useLanguage } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import classes from './read-only-text.module.css';

interface ReadOnlyTextProps {
  readonly id?: string;
  readonly label: string;
  /** Null or empty: a text for an empty value is shown. */
  readonly value: string | null;
}

/** The props of a read-only input: its text can be copied, and typing shows an alert. */
export const readOnlyInput = {
  readOnly: true,
  onKeyDown: (event: KeyboardEvent) => {
    if (isChange(event) && refuseWhileReadOnly()) event.preventDefault();
  },
  onPaste: (event: ClipboardEvent) => {
    if (refuseWhileReadOnly()) event.preventDefault();
  },
} as const;

/** A field in read-only mode: its text can be copied, and typing shows an alert. */
export function ReadOnlyText({ id, label, value }: ReadOnlyTextProps) {
  const language = useLanguage();
  const text = formatText(value, { human: true, language });
  return (
    <input
      id={id}
      className={classes.text}
      aria-label={label}
      value={text}
      title={text}
      dir="auto"
      {...readOnlyInput}
    />
  );
}

interface FieldRowProps extends Omit<ComponentProps<typeof FormRow>, 'readOnlyValue'> {
  /** The saved value, shown in read-only mode. */
  readonly saved: string | null;
}

/** A row with a text field: an input, or in read-only mode the saved text. */
export function FieldRow({ saved, ...row }: FieldRowProps) {
  return <FormRow {...row} readOnlyValue={<ReadOnlyText label={row.label} value={saved} />} />;
}

function isChange({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key.length === 1 || key === 'Backspace' || key === 'Delete' || nativeEvent.isComposing;
}
