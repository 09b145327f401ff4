interface Laid<Row> {
  readonly rows: readonly Row[];
  readonly tops: Float64Array;
}

/** A larger buffer takes the tops of so many times as many rows. */
const ROOM = 1.5;

/**
 * The tops of rows. Rows come at the end and go at the beginning many times a second, so the tops of those that stay are kept:
 * they begin at any number, and new ones are appended in the same buffer. An array of tops is valid until the next call.
 */
export class RowLayout<Row> {
  #laid: Laid<Row> = { rows: [], tops: new Float64Array(1) };
  #changed = new Set<Row>();

  /** Rows with another height than before. */
  change(rows: readonly Row[]): void {
    for (const row of rows) this.#changed.add(row);
  }

  /** The top of each row in pixels, and at the end the bottom of the last one. */
  topsOf(rows: readonly Row[], heightOf: (row: Row) => number): Float64Array {
    const before = this.#laid;
    if (before.rows === rows && this.#changed.size === 0) return before.tops;
    const droppedCnt = rows[0] === undefined ? -1 : before.rows.indexOf(rows[0]);
    const keptCnt = droppedCnt < 0 ? 0 : this.#keptCnt(rows, droppedCnt);
    const tops = grown(before.tops.subarray(Math.max(0, droppedCnt)), keptCnt, rows.length);
    for (let at = keptCnt; at < rows.length; at++) {
      const row = rows[at];
      tops[at + 1] = (tops[at] ?? 0) + (row === undefined ? 0 : heightOf(row));
    }
    this.#laid = { rows, tops };
    this.#changed.clear();
    return tops;
  }

  /** How many rows from the first are in the same order as before, with the same heights. */
  #keptCnt(rows: readonly Row[], droppedCnt: number): number {
    const before = this.#laid.rows;
    const changed = this.#changed;
    let at = 0;
    for (; at < rows.length && at + droppedCnt < before.length; at++) {
      const row = rows[at];
      if (row === undefined || row !== before[at + droppedCnt]) break;
      if (changed.size > 0 && changed.has(row)) break;
    }
    return at;
  }
}

/** Tops for that many rows, with the first ones as before. They stay in their buffer while it has room. */
function grown(before: Float64Array, keptCnt: number, rowCnt: number): Float64Array {
  const { buffer, byteOffset } = before;
  if (byteOffset + (rowCnt + 1) * Float64Array.BYTES_PER_ELEMENT <= buffer.byteLength)
    return new Float64Array(buffer, byteOffset, rowCnt + 1);
  const tops = new Float64Array(Math.ceil((rowCnt + 1) * ROOM));
  tops.set(before.subarray(0, keptCnt + 1));
  return tops.subarray(0, rowCnt + 1);
}

/** The top of a row, or below the last one, in pixels below the first row. */
export function topOf(tops: Float64Array, at: number): number {
  return (tops[at] ?? 0) - (tops[0] ?? 0);
}

/** The row at a height; the last one below the end. */
export function rowAt(tops: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (topOf(tops, middle) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}
