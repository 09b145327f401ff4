import classes from './long-name.module.css';

/** The generated suffix: hash, number, pool. */
const TAIL_LENGTH = 6;
const LONG = 16;
const WIDE_LETTERS = /[mwMW]/g;

/** Shortens a long name in the middle: names of pods and nodes differ at their end. */
export function LongName({ text }: { readonly text: string }) {
  // Names with other characters than Kubernetes allows, and names with a domain, are cut at their end.
  if (text.length <= LONG || !/^[\w:/-]+$/.test(text)) return text;
  const tail = text.slice(-TAIL_LENGTH);
  const room = roomOf(tail);
  return (
    <>
      <span className={`${classes.head} ${room}`}>{text.slice(0, -TAIL_LENGTH)}</span>
      <span className={`${classes.tail} ${room}`}>{tail}</span>
    </>
  );
}

/** A longer tail would not fit and would be hidden. */
function roomOf(tail: string): string | undefined {
  const wideCnt = tail.match(WIDE_LETTERS)?.length ?? 0;
  if (wideCnt === 0) return classes.usual;
  return wideCnt < 3 ? classes.wide : classes.widest;
}
