import classes from './text-cell.module.css';

/** A name of unknown origin: isolates its text direction and shows it whole on hover. */
export function TextCell({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <bdi className={isStrong ? classes.strong : undefined} title={text}>
      {text}
    </bdi>
  );
}
