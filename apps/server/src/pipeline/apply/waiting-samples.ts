import type { Registry } from '../identify/registry.ts';
import type { SampleRows } from '../receive/arrival.ts';

/** Samples of one batch whose objects nobody has told of yet. */
export interface Waiting {
  /** Of its row; undefined until that is written. */
  rowId: number | undefined;
  readonly receivedMs: number;
  rows: readonly SampleRows[];
}

export const WAIT_MS = 2 * 60_000;
const MAX_ROWS = 50_000;

export interface Retried {
  readonly found: readonly SampleRows[];
  /** Nothing of them waits any longer; their rows can go. */
  readonly done: readonly Waiting[];
  /** They could not be stored: as if nothing had been found. */
  undo(): void;
}

/** Their rows in the table go as a whole, when nothing waits any more: what is stored twice is stored once. */
export class WaitingSamples {
  #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get rowCnt(): number {
    return this.#waiting.reduce((sum, { rows }) => sum + countRows(rows), 0);
  }

  hasRoomFor(rowCnt: number): boolean {
    return this.rowCnt + rowCnt <= MAX_ROWS;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** Those whose objects are known by now. */
  retry(registry: Registry): Retried {
    const found: SampleRows[] = [];
    const done: Waiting[] = [];
    const before = this.#waiting.map((waiting) => ({ waiting, rows: waiting.rows }));
    for (const waiting of this.#waiting) {
      const parts = waiting.rows.map((rows) => split(rows, registry));
      found.push(...parts.flatMap((part) => part.known ?? []));
      waiting.rows = parts.flatMap((part) => part.unknown ?? []);
      if (waiting.rows.length === 0) done.push(waiting);
    }
    if (done.length > 0) this.#waiting = this.#waiting.filter((waiting) => waiting.rows.length > 0);
    const undo = () => {
      for (const { waiting, rows } of before) waiting.rows = rows;
      this.#waiting = before.map(({ waiting }) => waiting);
    };
    return { found, done, undo };
  }

  /** Those that have waited in vain. */
  expire(nowMs: number): Waiting[] {
    const expired = this.#waiting.filter((waiting) => nowMs - waiting.receivedMs >= WAIT_MS);
    if (expired.length > 0)
      this.#waiting = this.#waiting.filter((waiting) => nowMs - waiting.receivedMs < WAIT_MS);
    return expired;
  }
}

export function countRows(rows: readonly SampleRows[]): number {
  return rows.reduce((sum, part) => sum + part.keys.length, 0);
}

interface Split {
  readonly known?: SampleRows;
  readonly unknown?: SampleRows;
}

function split(rows: SampleRows, registry: Registry): Split {
  const isKnown = rows.keys.map((key) => registry.idOfSample(rows.scope, key) !== 0);
  if (!isKnown.includes(true)) return { unknown: rows };
  if (!isKnown.includes(false)) return { known: rows };
  return { known: pick(rows, (row) => isKnown[row] === true), unknown: pick(rows, (row) => !isKnown[row]) };
}

export function pick(rows: SampleRows, isWanted: (row: number) => boolean): SampleRows {
  const wanted = [...rows.keys.keys()].filter(isWanted);
  const columns = Object.entries(rows.columns).map(
    ([name, values]) => [name, Float64Array.from(wanted, (row) => values[row] ?? Number.NaN)] as const,
  );
  return {
    scope: rows.scope,
    tsMs: rows.tsMs,
    keys: wanted.map((row) => rows.keys[row] ?? ''),
    columns: Object.fromEntries(columns),
  };
}
