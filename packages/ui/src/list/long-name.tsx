import classes from './long-name.module.css';
import { nameParts } from './model/name-parts.ts';

/**
 * Shortens a long name in the middle: names of pods and nodes differ at their end. The browser measures the end and
 * gives the rest of the width to the beginning.
 */
export function LongName({ text }: { readonly text: string }) {
  const parts = nameParts(text);
  if (parts === null) return text;
  // The style sheet draws the end: two boxes with text would be copied as two lines.
  return (
    <span className={classes.name} data-tail={parts.tail}>
      <span className={classes.head}>
        {parts.head}
        <span className={classes.copied}>{parts.tail}</span>
      </span>
    </span>
  );
}
