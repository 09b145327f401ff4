import type { KeyboardEvent } from 'react';
import { refuseWhileReadOnly } from '#shared/read-only-guard.ts';
import classes from './read-only-text.module.css';

interface ReadOnlyTextProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
}

/** A field of a form that is read-only for now: it can be read and copied, and typing in it is refused aloud. */
export function ReadOnlyText({ id, label, value }: ReadOnlyTextProps) {
  return (
    <input
      id={id}
      className={classes.text}
      aria-label={label}
      value={value}
      title={value}
      dir="auto"
      readOnly
      onKeyDown={(event) => {
        if (isChange(event) && refuseWhileReadOnly()) event.preventDefault();
      }}
      onPaste={() => refuseWhileReadOnly()}
    />
  );
}

function isChange({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  return key.length === 1 || key === 'Backspace' || key === 'Delete' || nativeEvent.isComposing;
}
