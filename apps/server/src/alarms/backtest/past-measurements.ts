import type { SeriesAnswer } from '@gwanje/metric-store/interface';
import { STALE_MS } from '../../live/tables/derived-state.ts';

/** The measurements of one object as they were known at a time: the last value, until it is stale. */
export class PastMeasurements {
  readonly #known = new Map<string, { value: number; atMs: number }>();
  readonly #columns = new Map<string, readonly (number | null)[]>();
  #startMs = 0;
  #stepMs = 1;
  #next = 0;

  /** Sets the next window of series. Windows are passed in time order. */
  feed(
    answer: SeriesAnswer,
    series: Iterable<{ readonly metric: string; readonly avg: readonly (number | null)[] }>,
  ) {
    this.#columns.clear();
    for (const { metric, avg } of series) this.#columns.set(metric, avg);
    this.#startMs = answer.startMs;
    this.#stepMs = answer.stepMs;
    this.#next = 0;
  }

  /** A value of a bucket is known when the bucket ends. */
  advance(nowMs: number): void {
    if (this.#columns.size === 0) return;
    const reached = Math.floor((nowMs - this.#startMs) / this.#stepMs);
    for (; this.#next < reached; this.#next++) {
      const atMs = this.#startMs + (this.#next + 1) * this.#stepMs;
      for (const [metric, values] of this.#columns) {
        const value = values[this.#next];
        if (typeof value !== 'number') continue;
        const known = this.#known.get(metric);
        if (!known) this.#known.set(metric, { value, atMs });
        else {
          known.value = value;
          known.atMs = atMs;
        }
      }
    }
  }

  at(metric: string, nowMs: number): number {
    const known = this.#known.get(metric);
    return known && nowMs - known.atMs < STALE_MS ? known.value : Number.NaN;
  }

  /** Time of the last measurement; NaN: none yet. */
  lastMs(metric: string): number {
    return this.#known.get(metric)?.atMs ?? Number.NaN;
  }
}
