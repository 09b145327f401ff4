import classes from './text-cell.module.css';

interface TextCellProps {
  readonly text: string;
  readonly isStrong?: boolean;
}

/** A name of unknown origin: isolates its text direction and shows it whole on hover. */
export function TextCell({ text, isStrong = false }: TextCellProps) {
  return (
    <bdi className={isStrong ? classes.strong : undefined} title={text}>
      {text}
    </bdi>
  );
}
