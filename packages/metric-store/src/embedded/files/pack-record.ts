import { ByteSource, type PackSink } from './pack-ints.ts';

/**
 * One object's rows in a partition: their times, then a block for each metric. A block has the values of the
 * rows where the metric is known. In the raw tier that is one number per row; in a rollup count, lowest,
 * highest − lowest and sum − count · lowest. If all values of a block are whole pages, it counts pages
 * instead of bytes.
 */
const PAGE_BYTES = 4096;
const HAS_GAPS = 1;
const IN_PAGES = 2;
const UNKNOWN = 4;

/** The known values of one metric in `count` rows. */
export interface Points {
  count: number;
  readonly rows: Int32Array;
  readonly n: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

export type RecordKind = 'raw' | 'rollup';

export function newPoints(rows: number, kind: RecordKind): Points {
  const low = new Float64Array(rows);
  const own = () => (kind === 'raw' ? low : new Float64Array(rows));
  return {
    count: 0,
    rows: new Int32Array(rows),
    n: new Float64Array(rows).fill(1),
    sum: own(),
    low,
    high: own(),
  };
}

export class RecordWriter {
  readonly #kind: RecordKind;
  readonly #startMs: number;
  readonly #sink: PackSink;
  #scratch = new Float64Array(512);

  constructor(kind: RecordKind, startMs: number, sink: PackSink) {
    this.#kind = kind;
    this.#startMs = startMs;
    this.#sink = sink;
  }

  /** Times must ascend. */
  times(times: Float64Array, count: number): void {
    this.#sink.varint(count);
    this.#sink.varint((times[0] ?? 0) - this.#startMs);
    const gaps = this.#room(count);
    for (let row = 1; row < count; row++) gaps[row - 1] = (times[row] ?? 0) - (times[row - 1] ?? 0);
    this.#sink.ints(gaps, count - 1);
  }

  points(points: Points, rowCnt: number): void {
    const sink = this.#sink;
    const { count } = points;
    if (count === 0) {
      sink.byte(UNKNOWN);
      return;
    }
    const unit = this.#isInPages(points) ? PAGE_BYTES : 1;
    sink.byte((count < rowCnt ? HAS_GAPS : 0) | (unit > 1 ? IN_PAGES : 0));
    if (count < rowCnt) this.#bitmap(points, rowCnt);
    const { n, low, high, sum } = points;
    if (this.#kind === 'rollup') sink.ints(n, count);
    this.#part(count, (i) => (low[i] ?? 0) / unit);
    if (this.#kind === 'raw') return;
    this.#part(count, (i) => ((high[i] ?? 0) - (low[i] ?? 0)) / unit);
    this.#part(count, (i) => ((sum[i] ?? 0) - (n[i] ?? 0) * (low[i] ?? 0)) / unit);
  }

  #part(count: number, valueAt: (i: number) => number): void {
    const values = this.#room(count);
    for (let i = 0; i < count; i++) values[i] = valueAt(i);
    this.#sink.ints(values, count);
  }

  #isInPages({ count, low, high, sum }: Points): boolean {
    for (let i = 0; i < count; i++) {
      if ((low[i] ?? 0) % PAGE_BYTES !== 0) return false;
      if (this.#kind === 'rollup' && ((high[i] ?? 0) % PAGE_BYTES !== 0 || (sum[i] ?? 0) % PAGE_BYTES !== 0))
        return false;
    }
    return true;
  }

  #bitmap({ rows, count }: Points, rowCnt: number): void {
    const size = (rowCnt + 7) >> 3;
    this.#sink.reserve(size);
    const { bytes, length } = this.#sink;
    for (let i = 0; i < count; i++) {
      const row = rows[i] ?? 0;
      bytes[length + (row >> 3)] = (bytes[length + (row >> 3)] ?? 0) | (1 << (row & 7));
    }
    this.#sink.length += size;
  }

  #room(count: number): Float64Array {
    if (this.#scratch.length < count) this.#scratch = new Float64Array(count * 2);
    return this.#scratch;
  }
}

/** Reads one record: first its times, then one metric after the other. */
export class RecordReader {
  readonly #kind: RecordKind;
  readonly #startMs: number;
  readonly #source = new ByteSource(new Uint8Array());
  rowCnt = 0;
  times = new Float64Array(512);
  points: Points;

  constructor(kind: RecordKind, startMs: number) {
    this.#kind = kind;
    this.#startMs = startMs;
    this.points = newPoints(512, kind);
  }

  open(bytes: Uint8Array, at: number): void {
    const source = this.#source;
    source.bytes = bytes;
    source.at = at;
    this.rowCnt = source.varint();
    if (this.rowCnt > this.times.length) {
      this.times = new Float64Array(this.rowCnt * 2);
      this.points = newPoints(this.rowCnt * 2, this.#kind);
    }
    const { times, rowCnt } = this;
    let time = this.#startMs + source.varint();
    source.ints(times, rowCnt - 1);
    for (let row = 0; row < rowCnt; row++) {
      const gap = times[row] ?? 0;
      times[row] = time;
      time += gap;
    }
  }

  skip(): void {
    const flags = this.#source.byte();
    if (flags & UNKNOWN) return;
    const count = flags & HAS_GAPS ? this.#readBitmap() : this.rowCnt;
    const parts = this.#kind === 'raw' ? 1 : 4;
    for (let part = 0; part < parts; part++) this.#source.skipInts(count);
  }

  next(): Points {
    const { points, rowCnt } = this;
    const flags = this.#source.byte();
    points.count = 0;
    if (flags & UNKNOWN) return points;
    if (flags & HAS_GAPS) points.count = this.#readBitmap();
    else {
      for (let row = 0; row < rowCnt; row++) points.rows[row] = row;
      points.count = rowCnt;
    }
    const unit = flags & IN_PAGES ? PAGE_BYTES : 1;
    if (this.#kind === 'raw') this.#readRaw(points, unit);
    else this.#readRollup(points, unit);
    return points;
  }

  #readRaw({ low, count }: Points, unit: number): void {
    this.#source.ints(low, count);
    if (unit > 1) for (let i = 0; i < count; i++) low[i] = (low[i] ?? 0) * unit;
  }

  #readRollup({ n, low, high, sum, count }: Points, unit: number): void {
    const source = this.#source;
    source.ints(n, count);
    source.ints(low, count);
    source.ints(high, count);
    source.ints(sum, count);
    for (let i = 0; i < count; i++) {
      const lowest = (low[i] ?? 0) * unit;
      low[i] = lowest;
      high[i] = lowest + (high[i] ?? 0) * unit;
      sum[i] = (n[i] ?? 0) * lowest + (sum[i] ?? 0) * unit;
    }
  }

  #readBitmap(): number {
    const { bytes, at } = this.#source;
    const { rows } = this.points;
    let count = 0;
    for (let row = 0; row < this.rowCnt; row++)
      if ((bytes[at + (row >> 3)] ?? 0) & (1 << (row & 7))) rows[count++] = row;
    this.#source.at = at + ((this.rowCnt + 7) >> 3);
    return count;
  }
}
