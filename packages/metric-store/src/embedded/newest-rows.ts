import type { LatestAnswer } from '../interface.ts';
import type { Span } from '../latest.ts';
import type { RecordReader } from './pack-record.ts';

interface Row {
  ts: number;
  readonly values: Float64Array;
}

/** The newest row of each object out of several sources; of one time the values are put together. */
export class NewestRows {
  readonly #metrics: readonly string[];
  readonly #rows = new Map<number, Row>();
  readonly #scratch: Float64Array;

  constructor(metrics: readonly string[]) {
    this.#metrics = metrics;
    this.#scratch = new Float64Array(metrics.length);
  }

  addColumns([ids, times, ...values]: readonly Float64Array[]): void {
    if (!ids || !times) return;
    for (let row = 0; row < ids.length; row++) {
      for (let metric = 0; metric < values.length; metric++)
        this.#scratch[metric] = values[metric]?.[row] ?? Number.NaN;
      this.#add(ids[row] ?? 0, times[row] ?? 0);
    }
  }

  /** The last row of the span in which something is known. */
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
    const row = this.#rows.get(id);
    if (!row) this.#rows.set(id, { ts, values: this.#scratch.slice() });
    else if (ts > row.ts) {
      row.ts = ts;
      row.values.set(this.#scratch);
    } else if (ts === row.ts)
      this.#scratch.forEach((value, metric) => {
        const before = row.values[metric] ?? Number.NaN;
        if (!Number.isNaN(value) && !(before >= value)) row.values[metric] = value;
      });
  }

  answer(perUnit: (metric: string) => number): LatestAnswer {
    const rows = [...this.#rows.values()];
    const columns = this.#metrics.map((metric, index) => {
      const steps = perUnit(metric);
      return [metric, Float64Array.from(rows, ({ values }) => (values[index] ?? Number.NaN) / steps)];
    });
    return {
      ids: Int32Array.from(this.#rows.keys()),
      tsMs: Float64Array.from(rows, ({ ts }) => ts),
      columns: Object.fromEntries(columns),
    };
  }
}
