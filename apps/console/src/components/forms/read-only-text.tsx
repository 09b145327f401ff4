import { formatText } from '@gwanje/domain/formats/text';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useLanguage } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import classes from './read-only-text.module.css';

interface ReadOnlyTextProps {
  readonly id?: string;
  readonly label: string;
  /** Null or empty: said in words. */
  readonly value: string | null;
}

/** What makes any field of text one that can be read and copied, and in which typing is refused aloud. */
export const readOnlyInput = {
  readOnly: true,
  onKeyDown: (event: KeyboardEvent) => {
    if (isChange(event) && refuseWhileReadOnly()) event.preventDefault();
  },
  onPaste: (event: ClipboardEvent) => {
    if (refuseWhileReadOnly()) event.preventDefault();
  },
} as const;

/** A field of a form that is read-only for now: it can be read and copied, and typing in it is refused aloud. */
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

function isChange({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key.length === 1 || key === 'Backspace' || key === 'Delete' || nativeEvent.isComposing;
}
