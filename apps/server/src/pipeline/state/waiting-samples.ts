import { countRows, type SampleRows } from '../receive/received-batch.ts';
import type { ObjectRegistry } from './object-registry.ts';

/** Samples of one batch whose objects are not known yet. */
export interface WaitingBatch {
  /** Id of its row in the database. */
  readonly rowId: number | undefined;
  readonly receivedMs: number;
  readonly rows: readonly SampleRows[];
}

export const MAX_WAIT_MS = 2 * 60_000;
const MAX_ROWS = 50_000;

export interface Retry {
  readonly found: readonly SampleRows[];
  /** Batches with no waiting row left. Their rows in the database can be deleted. */
  readonly done: readonly WaitingBatch[];
  /** Restores the state before the retry, when the samples could not be stored. */
  undo(): void;
}

/** Samples that wait for the inventory of their objects. A batch keeps its row in the database until none of it waits. */
export class WaitingSamples {
  #waiting: readonly WaitingBatch[] = [];
  #hasKnown = false;

  /** True after `undo`: samples whose objects are known wait, although no new object will come. */
  get hasKnown(): boolean {
    return this.#hasKnown;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get rowCnt(): number {
    return this.#waiting.reduce((sum, { rows }) => sum + countRows(rows), 0);
  }

  hasRoomFor(rowCnt: number): boolean {
    return this.rowCnt + rowCnt <= MAX_ROWS;
  }

  add(batch: WaitingBatch): void {
    this.#waiting = [...this.#waiting, batch];
  }

  /** Takes out the samples whose objects are known now. */
  retry(registry: ObjectRegistry): Retry {
    const before = this.#waiting;
    this.#hasKnown = false;
    const found: SampleRows[] = [];
    const after = before.map((batch) => {
      const parts = batch.rows.map((rows) => split(rows, registry));
      found.push(...parts.flatMap(({ known }) => known ?? []));
      return { ...batch, rows: parts.flatMap(({ unknown }) => unknown ?? []) };
    });
    this.#waiting = after.filter(({ rows }) => rows.length > 0);
    return {
      found,
      done: after.filter(({ rows }) => rows.length === 0),
      undo: () => {
        this.#waiting = before;
        this.#hasKnown = true;
      },
    };
  }

  /** Removes and returns the batches that have waited too long. */
  expire(nowMs: number): readonly WaitingBatch[] {
    const isExpired = ({ receivedMs }: WaitingBatch) => nowMs - receivedMs >= MAX_WAIT_MS;
    const expired = this.#waiting.filter(isExpired);
    if (expired.length > 0) this.#waiting = this.#waiting.filter((batch) => !isExpired(batch));
    return expired;
  }
}

function split(rows: SampleRows, registry: ObjectRegistry): { known?: SampleRows; unknown?: SampleRows } {
  const isKnown = rows.keys.map((key) => registry.idOfSample(rows.scope, key) !== 0);
  if (!isKnown.includes(true)) return { unknown: rows };
  if (!isKnown.includes(false)) return { known: rows };
  return {
    known: pickRows(rows, (row) => isKnown[row] === true),
    unknown: pickRows(rows, (row) => !isKnown[row]),
  };
}

export function pickRows(rows: SampleRows, isWanted: (row: number) => boolean): SampleRows {
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
