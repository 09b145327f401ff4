import type { AggregateQuery } from '../../interface.ts';
import { stepsPerUnit } from '../../resolution.ts';
import type { Grid } from '../../tiers.ts';
import type { Accumulator } from '../files/row-merge.ts';
import type { PackedSeries } from './packed-series.ts';

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
