import { formatText } from '@gwanje/domain/formats/text';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useLanguage } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import classes from './read-only-text.module.css';

interface ReadOnlyTextProps {
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
export function ReadOnlyText({ label, value }: ReadOnlyTextProps) {
  const language = useLanguage();
  const text = formatText(value, { human: true, language });
  return (
    <input
      className={classes.text}
      aria-label={label}
      value={text}
      title={text}
      dir="auto"
      {...readOnlyInput}
    />
  );
}

function isChange({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key.length === 1 || key === 'Backspace' || key === 'Delete' || nativeEvent.isComposing;
}
