import type { Span } from '../../find-latest.ts';
import type { LatestAnswer } from '../../interface.ts';
import type { RecordReader } from '../files/pack-record.ts';

/** The newest row of each object from several sources. Rows of the same time are merged. */
export class NewestRows {
  readonly #metrics: readonly string[];
  readonly #positions = new Map<number, number>();
  readonly #scratch: Float64Array;
  readonly #columns: Float64Array<ArrayBuffer>[];
  #times = new Float64Array(1024);

  constructor(metrics: readonly string[]) {
    this.#metrics = metrics;
    this.#scratch = new Float64Array(metrics.length);
    this.#columns = metrics.map(() => new Float64Array(1024));
  }

  /** Columns: id, time, then one per metric. A row without a known value is ignored. */
  addColumns([ids, times, ...values]: readonly Float64Array[]): void {
    if (!ids || !times) return;
    for (let row = 0; row < ids.length; row++) {
      let isKnown = false;
      for (let metric = 0; metric < values.length; metric++) {
        const value = values[metric]?.[row] ?? Number.NaN;
        this.#scratch[metric] = value;
        isKnown ||= !Number.isNaN(value);
      }
      if (isKnown) this.#add(ids[row] ?? 0, times[row] ?? 0);
    }
  }

  /** Adds the last row of the span that has a known value. */
  addRecord(id: number, record: RecordReader, slots: Int32Array, { fromMs, toMs }: Span): void {
    this.#scratch.fill(Number.NaN);
    let newest = -1;
    for (const slot of slots) {
      if (slot < 0) {
        record.skip();
        continue;
      }
      const { count, rows, low } = record.next();
      let last = count - 1;
      while (last >= 0 && (record.times[rows[last] ?? 0] ?? 0) >= toMs) last--;
      const ts = record.times[rows[last] ?? 0] ?? 0;
      if (last < 0 || ts < fromMs || ts < newest) continue;
      if (ts > newest) this.#scratch.fill(Number.NaN);
      newest = ts;
      this.#scratch[slot] = low[last] ?? Number.NaN;
    }
    if (newest >= 0) this.#add(id, newest);
  }

  #add(id: number, ts: number): void {
    const found = this.#positions.get(id);
    const at = found ?? this.#positions.size;
    const before = found === undefined ? -1 : (this.#times[at] ?? 0);
    if (ts < before) return;
    if (found === undefined) {
      this.#positions.set(id, at);
      if (at >= this.#times.length) this.#grow();
    }
    this.#times[at] = ts;
    for (let metric = 0; metric < this.#columns.length; metric++) {
      const column = this.#columns[metric];
      const value = this.#scratch[metric] ?? Number.NaN;
      if (!column) continue;
      const isKept = ts === before && (Number.isNaN(value) || (column[at] ?? 0) >= value);
      if (!isKept) column[at] = value;
    }
  }

  #grow(): void {
    this.#times = doubled(this.#times);
    this.#columns.forEach((column, metric) => {
      this.#columns[metric] = doubled(column);
    });
  }

  answer(perUnit: (metric: string) => number): LatestAnswer {
    const rows = this.#positions.size;
    const columns = this.#metrics.map((metric, index) => {
      const steps = perUnit(metric);
      return [metric, this.#columns[index]?.slice(0, rows).map((value) => value / steps)];
    });
    return {
      ids: Int32Array.from(this.#positions.keys()),
      tsMs: this.#times.slice(0, rows),
      columns: Object.fromEntries(columns),
    };
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
