/** The top of each row in pixels, and after the last row the height of all. */
export function rowTops<Row>(rows: readonly Row[], heightOf: (row: Row) => number): Float64Array {
  const tops = new Float64Array(rows.length + 1);
  let top = 0;
  let at = 0;
  for (const row of rows) {
    top += heightOf(row);
    at += 1;
    tops[at] = top;
  }
  return tops;
}

/** The row at a height; the last one below the end. */
export function rowAt(tops: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((tops[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}
