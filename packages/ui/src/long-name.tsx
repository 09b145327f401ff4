import classes from './long-name.module.css';

/** What a machine appended: hash, number, pool. */
const TAIL_LENGTH = 6;
const LONG = 16;

/** A name in little room is cut in its middle: what tells pods and nodes apart is at their end. */
export function LongName({ text }: { readonly text: string }) {
  // Others than Kubernetes' own names are cut at their end: their letters cannot be counted one by one.
  if (text.length <= LONG || !/^[\w.:/-]+$/.test(text)) return text;
  return (
    <>
      <span className={classes.head}>{text.slice(0, -TAIL_LENGTH)}</span>
      <span className={classes.tail}>{text.slice(-TAIL_LENGTH)}</span>
    </>
  );
}
