import type { SeriesAnswer, SeriesQuery } from '../interface.ts';
import { stepsPerUnit } from '../resolution.ts';
import { SeriesTable } from '../series-table.ts';
import type { Grid } from '../tiers.ts';

interface Sums {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Adds rows and parts of one query up into its buckets. Whole steps add up exactly in any order. */
export class SeriesFold {
  readonly #query: SeriesQuery;
  readonly #grid: Grid;
  readonly #sums = new Map<number, readonly Sums[]>();

  constructor(query: SeriesQuery, grid: Grid) {
    this.#query = query;
    this.#grid = grid;
  }

  /** Columns: id, ts, then a value a metric. */
  addRaw(columns: readonly (readonly unknown[])[]): void {
    this.#each(columns, (sums, point, row, metric) => {
      const value = columns[2 + metric]?.[row];
      if (typeof value === 'number') add(sums, point, 1, value, value, value);
    });
  }

  /** Columns: id, ts, then count, sum, lowest and highest a metric. */
  addParts(columns: readonly (readonly unknown[])[]): void {
    this.#each(columns, (sums, point, row, metric) => {
      const [count, sum, low, high] = [0, 1, 2, 3].map((part) => columns[2 + metric * 4 + part]?.[row]);
      if (typeof sum === 'number') add(sums, point, Number(count), sum, Number(low), Number(high));
    });
  }

  #each(
    [ids = [], times = []]: readonly (readonly unknown[])[],
    take: (sums: Sums, point: number, row: number, metric: number) => void,
  ): void {
    const { startMs, stepMs } = this.#grid;
    for (let row = 0; row < ids.length; row++) {
      const point = Math.floor((Number(times[row]) - startMs) / stepMs);
      this.#of(Number(ids[row])).forEach((sums, metric) => {
        take(sums, point, row, metric);
      });
    }
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

function add(sums: Sums, point: number, count: number, sum: number, low: number, high: number): void {
  sums.count[point] = (sums.count[point] ?? 0) + count;
  sums.sum[point] = (sums.sum[point] ?? 0) + sum;
  sums.low[point] = Math.min(sums.low[point] ?? low, low);
  sums.high[point] = Math.max(sums.high[point] ?? high, high);
}
