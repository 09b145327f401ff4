/** More rows than a table shows without scrolling. */
const VISIBLE_CNT = 8;

/**
 * The rows of a long table to render first: the visible rows and the rows with the longest texts, so that the
 * columns have their final width at once.
 */
export function firstRows<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly string[],
): readonly Row[] {
  const visibleRows = rows.slice(0, VISIBLE_CNT);
  const longest = visibleRows
    .map(textsOf)
    .reduce<readonly number[]>((lengths, texts) => longerOf(lengths, texts), []);
  const widest: (Row | undefined)[] = [];
  let lengths = longest;
  for (const row of rows.slice(VISIBLE_CNT)) {
    const texts = textsOf(row);
    texts.forEach((text, column) => {
      if (text.length > (lengths[column] ?? 0)) widest[column] = row;
    });
    lengths = longerOf(lengths, texts);
  }
  return [...visibleRows, ...new Set(widest.filter((row) => row !== undefined))];
}

function longerOf(lengths: readonly number[], texts: readonly string[]): readonly number[] {
  return texts.map((text, column) => Math.max(text.length, lengths[column] ?? 0));
}
