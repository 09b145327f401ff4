/** More than a table shows before one scrolls. */
const IN_SIGHT_CNT = 8;

/**
 * What of a long table is drawn before anything else is: the rows in sight, and of the others those with the longest
 * texts, so that the columns are as wide at once as all rows will make them.
 */
export function firstRows<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => readonly string[],
): readonly Row[] {
  const inSight = rows.slice(0, IN_SIGHT_CNT);
  const longest = inSight
    .map(textsOf)
    .reduce<readonly number[]>((lengths, texts) => longerOf(lengths, texts), []);
  const widest: (Row | undefined)[] = [];
  let lengths = longest;
  for (const row of rows.slice(IN_SIGHT_CNT)) {
    const texts = textsOf(row);
    texts.forEach((text, column) => {
      if (text.length > (lengths[column] ?? 0)) widest[column] = row;
    });
    lengths = longerOf(lengths, texts);
  }
  return [...inSight, ...new Set(widest.filter((row) => row !== undefined))];
}

function longerOf(lengths: readonly number[], texts: readonly string[]): readonly number[] {
  return texts.map((text, column) => Math.max(text.length, lengths[column] ?? 0));
}
