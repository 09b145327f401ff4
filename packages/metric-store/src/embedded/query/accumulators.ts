import type { AggregateQuery, Series, SeriesAnswer, TopRow } from '../../interface.ts';
import { stepsPerUnit } from '../../resolution.ts';
import type { Grid } from '../../tiers.ts';
import type { Accumulator } from '../files/row-merge.ts';

interface Sums {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Adds up the rows of a query per point. Whole steps add up exactly in any order. */
export class SeriesAccumulator implements Accumulator {
  readonly #query: AggregateQuery;
  readonly #grid: Grid;
  readonly #sums = new Map<number, readonly Sums[]>();

  constructor(query: AggregateQuery, grid: Grid) {
    this.#query = query;
    this.#grid = grid;
  }

  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void {
    const point = Math.floor((ts - this.#grid.startMs) / this.#grid.stepMs);
    // Files may extend beyond the range.
    if (point < 0 || point >= this.#grid.pointCnt) return;
    const sums = this.#of(id)[metric];
    if (!sums) return;
    sums.count[point] = (sums.count[point] ?? 0) + n;
    sums.sum[point] = (sums.sum[point] ?? 0) + sum;
    if (low < (sums.low[point] ?? 0)) sums.low[point] = low;
    if (high > (sums.high[point] ?? 0)) sums.high[point] = high;
  }

  #of(id: number): readonly Sums[] {
    const found = this.#sums.get(id);
    if (found) return found;
    const made = this.#query.metrics.map(() => emptySums(this.#grid.pointCnt));
    this.#sums.set(id, made);
    return made;
  }

  result(): PackedSeries {
    const { scope, ids, metrics } = this.#query;
    const { startMs, stepMs, pointCnt } = this.#grid;
    const values = new Float64Array(ids.length * metrics.length * 3 * pointCnt).fill(Number.NaN);
    const units = metrics.map((metric) => stepsPerUnit(scope, metric));
    ids.forEach((id, row) => {
      this.#sums.get(id)?.forEach((sums, index) => {
        const from = (row * metrics.length + index) * 3 * pointCnt;
        write(values.subarray(from, from + 3 * pointCnt), sums, pointCnt, units[index] ?? 1);
      });
    });
    return { startMs, stepMs, pointCnt, values };
  }
}

function write(into: Float64Array, { count, sum, low, high }: Sums, pointCnt: number, perUnit: number): void {
  for (let point = 0; point < pointCnt; point++) {
    const n = count[point] ?? 0;
    if (n === 0) continue;
    into[point] = (sum[point] ?? 0) / n / perUnit;
    into[pointCnt + point] = (low[point] ?? 0) / perUnit;
    into[2 * pointCnt + point] = (high[point] ?? 0) / perUnit;
  }
}

function emptySums(pointCnt: number): Sums {
  return {
    count: new Float64Array(pointCnt),
    sum: new Float64Array(pointCnt),
    low: new Float64Array(pointCnt).fill(Number.POSITIVE_INFINITY),
    high: new Float64Array(pointCnt).fill(Number.NEGATIVE_INFINITY),
  };
}

interface Total {
  n: number;
  sum: number;
}

/** Averages of all objects over one range. */
export class TopAccumulator implements Accumulator {
  readonly #fromMs: number;
  readonly #toMs: number;
  readonly #totals = new Map<number, Total>();
  // Values of one object are consecutive.
  #lastId = 0;
  #last: Total = { n: 0, sum: 0 };

  constructor({ startMs, stepMs }: Grid) {
    this.#fromMs = startMs;
    this.#toMs = startMs + stepMs;
  }

  add(id: number, _metric: number, ts: number, n: number, sum: number): void {
    if (ts < this.#fromMs || ts >= this.#toMs) return;
    const total = this.#of(id);
    total.n += n;
    total.sum += sum;
  }

  #of(id: number): Total {
    if (id === this.#lastId) return this.#last;
    const total = this.#totals.get(id) ?? { n: 0, sum: 0 };
    this.#totals.set(id, total);
    this.#lastId = id;
    this.#last = total;
    return total;
  }

  result(limit: number, perUnit: number): readonly TopRow[] {
    return [...this.#totals]
      .map(([id, { n, sum }]) => ({ id, avg: sum / n / perUnit }))
      .sort((a, b) => b.avg - a.avg || a.id - b.id)
      .slice(0, limit);
  }
}

/**
 * A result in the form that is sent between threads. Copying one block of numbers, with NaN for null, is a
 * hundred times faster.
 */
export interface PackedSeries {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
  /** By id, metric, then averages, lowest and highest. */
  readonly values: Float64Array<ArrayBuffer>;
}

export function unpackSeries({ ids, metrics }: AggregateQuery, packed: PackedSeries): SeriesAnswer {
  const { startMs, stepMs, pointCnt, values } = packed;
  let at = 0;
  const next = () => {
    const column = new Array<number | null>(pointCnt);
    for (let point = 0; point < pointCnt; point++) {
      const value = values[at++] ?? Number.NaN;
      column[point] = Number.isNaN(value) ? null : value;
    }
    return column;
  };
  const series: Series[] = [];
  for (const id of ids)
    for (const metric of metrics) series.push({ id, metric, avg: next(), min: next(), max: next() });
  return { startMs, stepMs, pointCnt, series };
}
