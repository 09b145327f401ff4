import { CELL_TEXT_LENGTH, cutText } from '@gwanje/domain/formats/text';
import classes from './text-cell.module.css';

/** Text that may be in a right-to-left script: isolates its direction; the tooltip shows the full text. */
export function TextCell({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <bdi className={isStrong ? classes.strong : undefined} title={text}>
      {cutText(text, CELL_TEXT_LENGTH)}
    </bdi>
  );
}
