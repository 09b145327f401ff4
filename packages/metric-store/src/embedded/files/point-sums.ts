import type { Grid } from '../../tiers.ts';

/** Adds up rows and rollup records. */
export interface Accumulator {
  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void;
}

interface Sums {
  readonly n: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

const PARTS = 4;

/** Adds up values per object, metric and point of a grid. Whole steps add up exactly in any order. */
export class PointSums implements Accumulator {
  readonly #grid: Omit<Grid, 'level'>;
  readonly #metricCnt: number;
  /** By id; by metric, then counts, sums, lowest and highest values of the points. */
  readonly #numbers = new Map<number, Float64Array>();
  // Values of one object are consecutive.
  #lastId = 0;
  #last: Float64Array = new Float64Array();

  constructor(grid: Omit<Grid, 'level'>, metricCnt: number) {
    this.#grid = grid;
    this.#metricCnt = metricCnt;
  }

  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void {
    const { startMs, stepMs, pointCnt } = this.#grid;
    const point = Math.floor((ts - startMs) / stepMs);
    // Files may extend beyond the range.
    if (point < 0 || point >= pointCnt) return;
    const numbers = this.#of(id);
    const at = metric * PARTS * pointCnt + point;
    const before = numbers[at] ?? 0;
    numbers[at] = before + n;
    numbers[at + pointCnt] = (numbers[at + pointCnt] ?? 0) + sum;
    const lowAt = at + 2 * pointCnt;
    const highAt = at + 3 * pointCnt;
    if (before === 0 || low < (numbers[lowAt] ?? 0)) numbers[lowAt] = low;
    if (before === 0 || high > (numbers[highAt] ?? 0)) numbers[highAt] = high;
  }

  #of(id: number): Float64Array {
    if (id === this.#lastId) return this.#last;
    const numbers = this.#numbers.get(id) ?? new Float64Array(this.#metricCnt * PARTS * this.#grid.pointCnt);
    this.#numbers.set(id, numbers);
    this.#lastId = id;
    this.#last = numbers;
    return numbers;
  }

  ids(): readonly number[] {
    return [...this.#numbers.keys()].sort((a, b) => a - b);
  }

  /** The sums of each metric; none for an unknown object. */
  of(id: number): readonly Sums[] {
    const { pointCnt } = this.#grid;
    const numbers = this.#numbers.get(id);
    if (!numbers) return [];
    return Array.from({ length: this.#metricCnt }, (_, metric) => {
      const part = (index: number) => {
        const from = (metric * PARTS + index) * pointCnt;
        return numbers.subarray(from, from + pointCnt);
      };
      return { n: part(0), sum: part(1), low: part(2), high: part(3) };
    });
  }
}
