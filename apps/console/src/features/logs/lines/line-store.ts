import { compareRows, type LogRow } from './log-row.ts';

export const MAX_ROWS = 200_000;
/** Of all lines together; a character takes one or two bytes. */
export const MAX_CHARS = 60_000_000;

interface Limits {
  readonly maxRows: number;
  readonly maxChars: number;
}

/** The rows of all sources, merged by time. The oldest are dropped when there are too many. */
export class LineStore {
  rows: readonly LogRow[] = [];
  /** Lines that were dropped. */
  droppedCnt = 0;
  readonly #limits: Limits;
  #chars = 0;

  constructor(limits: Limits = { maxRows: MAX_ROWS, maxChars: MAX_CHARS }) {
    this.#limits = limits;
  }

  /** True if the next rows would push out the oldest ones. */
  get isFull(): boolean {
    return this.rows.length >= this.#limits.maxRows || this.#chars >= this.#limits.maxChars;
  }

  /** Late rows are put in their place. */
  add(batch: readonly LogRow[]): void {
    const [first, ...rest] = batch.toSorted(compareRows);
    if (!first) return;
    for (const row of batch) this.#chars += charsOf(row);
    const from = placeOf(this.rows, first);
    const merged = merge(this.rows.slice(from), [first, ...rest]);
    const drop = this.#dropOldest(from + merged.length, (at) =>
      at < from ? this.rows[at] : merged[at - from],
    );
    // Most rows are copied only here.
    this.rows = drop < from ? this.rows.slice(drop, from).concat(merged) : merged.slice(drop - from);
  }

  clear(): void {
    this.rows = [];
    this.droppedCnt = 0;
    this.#chars = 0;
  }

  /** Returns how many rows are dropped. */
  #dropOldest(rowCnt: number, rowAt: (at: number) => LogRow | undefined): number {
    const { maxRows, maxChars } = this.#limits;
    let drop = 0;
    while (drop < rowCnt && (rowCnt - drop > maxRows || this.#chars > maxChars)) this.#forget(rowAt(drop++));
    return drop;
  }

  #forget(row: LogRow | undefined): void {
    if (!row) return;
    this.#chars -= charsOf(row);
    if (row.kind === 'line') this.droppedCnt += 1;
  }
}

/** The index of the first row that does not come before the given one. */
export function placeOf(rows: readonly LogRow[], row: Parameters<typeof compareRows>[0]): number {
  let low = 0;
  let high = rows.length;
  const last = rows.at(-1);
  if (last && compareRows(last, row) < 0) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = rows[middle];
    if (one && compareRows(one, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(one: readonly LogRow[], other: readonly LogRow[]): LogRow[] {
  if (one.length === 0) return [...other];
  const merged: LogRow[] = [];
  let at = 0;
  for (const row of other) {
    for (let next = one[at]; next && compareRows(next, row) < 0; next = one[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(row);
  }
  for (const next of one.slice(at)) merged.push(next);
  return merged;
}

function charsOf(row: LogRow): number {
  if (row.kind === 'mark') return 0;
  return row.raw.length + (row.text === row.raw ? 0 : row.text.length);
}
