import { ROW_HEIGHT, type RowRange } from './grid-types.ts';

/** The rows that are visible, at least in part, below the sticky header. */
export function visibleRows(scrollTop: number, height: number, rowCnt: number): RowRange {
  const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT));
  const bottom = Math.ceil((scrollTop + height - ROW_HEIGHT) / ROW_HEIGHT) - 1;
  const last = Math.min(rowCnt - 1, Math.max(first, bottom));
  return { first: Math.min(first, Math.max(0, last)), last };
}

/** The row that gets the focus after a key; undefined for other keys. */
export function indexAfterKey(
  key: string,
  index: number,
  { rowCnt, pageRows }: { readonly rowCnt: number; readonly pageRows: number },
): number | undefined {
  const last = Math.max(0, rowCnt - 1);
  const step = Math.max(1, pageRows);
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + step, last);
    case 'PageUp':
      return Math.max(index - step, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
