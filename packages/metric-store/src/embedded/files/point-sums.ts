import type { Grid } from '../../tiers.ts';

/** Adds up rows and rollup records. */
export interface Accumulator {
  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void;
}

/** Count, sum, lowest and highest value. */
const PARTS = 4;

/** Adds up values per object, metric and point of a grid. Whole steps add up exactly in any order. */
export class PointSums implements Accumulator {
  readonly #startMs: number;
  readonly #stepMs: number;
  readonly #pointCnt: number;
  readonly #metricCnt: number;
  readonly #numbers = new Map<number, Float64Array>();
  // Values of one object are consecutive.
  #lastId = 0;
  #last: Float64Array = new Float64Array();

  constructor({ startMs, stepMs, pointCnt }: Omit<Grid, 'level'>, metricCnt: number) {
    this.#startMs = startMs;
    this.#stepMs = stepMs;
    this.#pointCnt = pointCnt;
    this.#metricCnt = metricCnt;
  }

  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void {
    const point = Math.floor((ts - this.#startMs) / this.#stepMs);
    // Files may extend beyond the range.
    if (point < 0 || point >= this.#pointCnt) return;
    const numbers = id === this.#lastId ? this.#last : this.#begin(id);
    const at = (metric * this.#pointCnt + point) * PARTS;
    const before = numbers[at] ?? 0;
    numbers[at] = before + n;
    numbers[at + 1] = (numbers[at + 1] ?? 0) + sum;
    if (before === 0 || low < (numbers[at + 2] ?? 0)) numbers[at + 2] = low;
    if (before === 0 || high > (numbers[at + 3] ?? 0)) numbers[at + 3] = high;
  }

  #begin(id: number): Float64Array {
    const numbers = this.#numbers.get(id) ?? new Float64Array(this.#metricCnt * this.#pointCnt * PARTS);
    this.#numbers.set(id, numbers);
    this.#lastId = id;
    this.#last = numbers;
    return numbers;
  }

  ids(): readonly number[] {
    return [...this.#numbers.keys()].sort((a, b) => a - b);
  }

  /** Calls `use` for each point of the metric that has a value. */
  each(
    id: number,
    metric: number,
    use: (point: number, n: number, sum: number, low: number, high: number) => void,
  ): void {
    const numbers = this.#numbers.get(id);
    if (!numbers) return;
    let at = metric * this.#pointCnt * PARTS;
    for (let point = 0; point < this.#pointCnt; point++, at += PARTS) {
      const n = numbers[at] ?? 0;
      if (n > 0) use(point, n, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0, numbers[at + 3] ?? 0);
    }
  }
}
