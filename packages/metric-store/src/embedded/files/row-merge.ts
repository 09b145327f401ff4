import type { RecordReader } from './pack-record.ts';
import type { Accumulator } from './point-sums.ts';

/** The open rows of a query and the rows of a file, for the query. A sample in both counts once. */
export class RowMerge {
  readonly #metricCnt: number;
  readonly #rows = new Map<number, Map<number, Float64Array>>();

  constructor(metricCnt: number) {
    this.#metricCnt = metricCnt;
  }

  has(id: number): boolean {
    return this.#rows.has(id);
  }

  /** Columns: id, time, then one value per metric, NaN when unknown. */
  addColumns([ids, times, ...values]: readonly Float64Array[]): void {
    if (!ids || !times) return;
    for (let row = 0; row < ids.length; row++) {
      const merged = this.#of(ids[row] ?? 0, times[row] ?? 0);
      for (let metric = 0; metric < values.length; metric++) raise(merged, metric, values[metric]?.[row]);
    }
  }

  /** `slots` maps the metrics of the file to the requested ones; −1: not requested. */
  addRecord(id: number, record: RecordReader, slots: Int32Array): void {
    for (let row = 0; row < record.rowCnt; row++) this.#of(id, record.times[row] ?? 0);
    for (const slot of slots) {
      if (slot < 0) record.skip();
      else {
        const { count, rows, low } = record.next();
        for (let i = 0; i < count; i++) raise(this.#of(id, record.times[rows[i] ?? 0] ?? 0), slot, low[i]);
      }
    }
  }

  addTo(sums: Accumulator): void {
    for (const [id, rows] of this.#rows) {
      for (const [ts, values] of rows) {
        values.forEach((value, metric) => {
          if (!Number.isNaN(value)) sums.add(id, metric, ts, 1, value, value, value);
        });
      }
    }
  }

  #of(id: number, ts: number): Float64Array {
    let rows = this.#rows.get(id);
    if (!rows) {
      rows = new Map();
      this.#rows.set(id, rows);
    }
    let values = rows.get(ts);
    if (!values) {
      values = new Float64Array(this.#metricCnt).fill(Number.NaN);
      rows.set(ts, values);
    }
    return values;
  }
}

function raise(values: Float64Array, metric: number, value = Number.NaN): void {
  const before = values[metric] ?? Number.NaN;
  if (!Number.isNaN(value) && !(before >= value)) values[metric] = value;
}

/** Maps the metrics of a file to the requested ones. A file may be older than a metric. */
export function slotsOf(fileMetrics: readonly string[], metrics: readonly string[]): Int32Array {
  return Int32Array.from(fileMetrics, (metric) => metrics.indexOf(metric));
}

export function addRecordTo(id: number, record: RecordReader, slots: Int32Array, sums: Accumulator): void {
  let left = 0;
  for (const slot of slots) if (slot >= 0) left++;
  for (let metric = 0; left > 0; metric++) {
    const slot = slots[metric] ?? -1;
    if (slot < 0) {
      record.skip();
      continue;
    }
    left--;
    const { count, rows, n, sum, low, high } = record.next();
    for (let i = 0; i < count; i++)
      sums.add(id, slot, record.times[rows[i] ?? 0] ?? 0, n[i] ?? 0, sum[i] ?? 0, low[i] ?? 0, high[i] ?? 0);
  }
}
