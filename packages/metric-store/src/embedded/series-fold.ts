import type { AggregateQuery, SeriesAnswer } from '../interface.ts';
import { stepsPerUnit } from '../resolution.ts';
import { SeriesTable } from '../series-table.ts';
import type { Grid } from '../tiers.ts';
import type { Fold } from './row-merge.ts';

interface Sums {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Adds rows and parts of one query up into its buckets. Whole steps add up exactly in any order. */
export class SeriesFold implements Fold {
  readonly #query: AggregateQuery;
  readonly #grid: Grid;
  readonly #sums = new Map<number, readonly Sums[]>();

  constructor(query: AggregateQuery, grid: Grid) {
    this.#query = query;
    this.#grid = grid;
  }

  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void {
    const point = Math.floor((ts - this.#grid.startMs) / this.#grid.stepMs);
    // Files reach beyond the range asked for.
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

  answer(): SeriesAnswer {
    const { scope, metrics } = this.#query;
    const table = new SeriesTable(this.#query, this.#grid);
    for (const [id, ofMetrics] of this.#sums) {
      metrics.forEach((metric, index) => {
        const sums = ofMetrics[index];
        const perUnit = stepsPerUnit(scope, metric);
        sums?.count.forEach((count, point) => {
          if (count === 0) return;
          table.set(id, metric, 'avg', point, (sums.sum[point] ?? 0) / count / perUnit);
          table.set(id, metric, 'min', point, (sums.low[point] ?? 0) / perUnit);
          table.set(id, metric, 'max', point, (sums.high[point] ?? 0) / perUnit);
        });
      });
    }
    return table.answer();
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
