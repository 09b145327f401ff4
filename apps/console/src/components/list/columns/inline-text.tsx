import { CELL_TEXT_LENGTH, cutText } from '@gwanje/domain/formats/text';
import classes from './inline-text.module.css';

/**
 * Text that other content may follow in the same line; a `TextCell` fills its cell. It may be in a right-to-left script, so
 * its direction is isolated. The tooltip shows the full text.
 */
export function InlineText({ text, isStrong = false }: { text: string; isStrong?: boolean }) {
  return (
    <bdi className={isStrong ? classes.strong : undefined} title={text}>
      {cutText(text, CELL_TEXT_LENGTH)}
    </bdi>
  );
}
