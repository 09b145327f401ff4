import classes from './text-cell.module.css';

interface TextCellProps {
  readonly text: string;
  readonly isStrong?: boolean;
}

/** A name from outside: text whatever is in it, its direction kept to itself, whole on hover. */
export function TextCell({ text, isStrong = false }: TextCellProps) {
  return (
    <bdi className={isStrong ? classes.strong : undefined} title={text}>
      {text}
    </bdi>
  );
}
