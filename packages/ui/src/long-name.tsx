import classes from './long-name.module.css';

/** What a machine appended: hash, number, pool. */
const TAIL_LENGTH = 6;
const LONG = 16;
const WIDE_LETTERS = /[mwMW]/g;

/** A name in little room is cut in its middle: what tells pods and nodes apart is at their end. */
export function LongName({ text }: { readonly text: string }) {
  // Others than Kubernetes' own names are cut at their end: their letters cannot be counted one by one. So are names
  // with a domain, which is the same for all of them.
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

/** A tail that does not get the room it takes would be cut away whole. */
function roomOf(tail: string): string | undefined {
  const wideCnt = tail.match(WIDE_LETTERS)?.length ?? 0;
  if (wideCnt === 0) return classes.usual;
  return wideCnt < 3 ? classes.wide : classes.widest;
}
