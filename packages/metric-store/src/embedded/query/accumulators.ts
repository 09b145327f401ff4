import type { AggregateQuery, TopRow } from '../../interface.ts';
import { emptySeries, type PackedSeries } from '../../packed-series.ts';
import { stepsPerUnit } from '../../resolution.ts';
import type { Grid } from '../../tiers.ts';
import type { Accumulator, PointSums } from '../files/point-sums.ts';

export function packSeries(query: AggregateQuery, grid: Grid, sums: PointSums): PackedSeries {
  const { scope, ids, metrics } = query;
  const packed = emptySeries(query, grid);
  const { values, pointCnt } = packed;
  const units = metrics.map((name) => stepsPerUnit(scope, name));
  ids.forEach((id, row) => {
    units.forEach((perUnit, metric) => {
      const from = (row * metrics.length + metric) * 3 * pointCnt;
      sums.each(id, metric, (point, n, sum, low, high) => {
        values[from + point] = sum / n / perUnit;
        values[from + pointCnt + point] = low / perUnit;
        values[from + 2 * pointCnt + point] = high / perUnit;
      });
    });
  });
  return packed;
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
