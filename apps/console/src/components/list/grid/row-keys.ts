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
