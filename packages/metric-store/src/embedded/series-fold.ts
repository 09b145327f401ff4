import type { MetricScope } from '@gwanje/contract/metrics';
import type { AggregateQuery, SeriesAnswer } from '../interface.ts';
import { isBytes, stepsPerUnit } from '../resolution.ts';
import { SeriesTable } from '../series-table.ts';
import type { Grid } from '../tiers.ts';

interface Sums {
  readonly count: Float64Array;
  readonly sum: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

type Columns = readonly (readonly unknown[])[];

const RAW_PARTS = ['b', 'd'] as const;
const ROLLUP_PARTS = ['b', 'd', 'n', 'r', 'e'] as const;

export function rawColumns(scope: MetricScope, metrics: readonly string[]): string[] {
  return ['id', 'slot', 'bj', 'jit', ...columnsOf(scope, metrics, RAW_PARTS)];
}

export function rollupColumns(scope: MetricScope, metrics: readonly string[]): string[] {
  return ['id', 'slot', ...columnsOf(scope, metrics, ROLLUP_PARTS)];
}

function columnsOf(scope: MetricScope, metrics: readonly string[], parts: readonly string[]): string[] {
  return metrics.flatMap((m) => [
    ...parts.map((part) => `${part}_${m}`),
    ...(isBytes(scope, m) ? [`u_${m}`] : []),
  ]);
}

/** The columns of each metric, in the order of `columnsOf`. */
function split(
  scope: MetricScope,
  metrics: readonly string[],
  columns: Columns,
  parts: readonly string[],
): readonly Columns[] {
  let at = 0;
  return metrics.map((metric) => {
    const from = at;
    at += parts.length + (isBytes(scope, metric) ? 1 : 0);
    return columns.slice(from, at);
  });
}

function unitOf(column: readonly unknown[] | undefined, row: number): number {
  return column ? Number(column[row]) : 1;
}

/** Adds rows and parts of one query up into its buckets. Whole steps add up exactly in any order. */
export class SeriesFold {
  readonly #query: AggregateQuery;
  readonly #grid: Grid;
  readonly #sums = new Map<number, readonly Sums[]>();

  constructor(query: AggregateQuery, grid: Grid) {
    this.#query = query;
    this.#grid = grid;
  }

  /** Columns: id, ts, then a value a metric. */
  addOpen([ids = [], times = [], ...values]: readonly (readonly unknown[])[]): void {
    for (let row = 0; row < ids.length; row++) {
      const point = this.#pointAt(Number(times[row]));
      const sums = this.#of(Number(ids[row]));
      sums.forEach((of, metric) => {
        const value = values[metric]?.[row];
        if (typeof value === 'number') add(of, point, 1, value, value, value);
      });
    }
  }

  /** Start, step, then `rawColumns`. */
  addRaw([starts = [], steps = [], ids = [], slots = [], bases = [], jitters = [], ...rest]: Columns): void {
    const { scope, metrics } = this.#query;
    const columns = split(scope, metrics, rest, RAW_PARTS);
    for (let row = 0; row < ids.length; row++) {
      const slotMs = Number(slots[row]) * Number(steps[row]);
      const point = this.#pointAt(Number(starts[row]) + slotMs + Number(bases[row]) + Number(jitters[row]));
      const sums = this.#of(Number(ids[row]));
      columns.forEach(([b, d, u], metric) => {
        const of = sums[metric];
        const rest = d?.[row];
        if (!of || rest == null) return;
        const value = (Number(b?.[row]) + Number(rest)) * unitOf(u, row);
        add(of, point, 1, value, value, value);
      });
    }
  }

  /** Start, step, then `rollupColumns`. */
  addRollups([starts = [], steps = [], ids = [], slots = [], ...rest]: Columns): void {
    const { scope, metrics } = this.#query;
    const columns = split(scope, metrics, rest, ROLLUP_PARTS);
    for (let row = 0; row < ids.length; row++) {
      const point = this.#pointAt(Number(starts[row]) + Number(slots[row]) * Number(steps[row]));
      const sums = this.#of(Number(ids[row]));
      columns.forEach(([b, d, n, r, e, u], metric) => {
        const of = sums[metric];
        const rest = d?.[row];
        if (!of || rest == null) return;
        const unit = unitOf(u, row);
        const count = Number(n?.[row]);
        const low = Number(b?.[row]) + Number(rest);
        const sum = (count * low + Number(e?.[row])) * unit;
        add(of, point, count, sum, low * unit, (low + Number(r?.[row])) * unit);
      });
    }
  }

  /** Files reach beyond the range asked for; a point outside is not kept. */
  #pointAt(ms: number): number {
    const point = Math.floor((ms - this.#grid.startMs) / this.#grid.stepMs);
    return point < this.#grid.pointCnt ? point : -1;
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
  if (point < 0) return;
  sums.count[point] = (sums.count[point] ?? 0) + count;
  sums.sum[point] = (sums.sum[point] ?? 0) + sum;
  sums.low[point] = Math.min(sums.low[point] ?? low, low);
  sums.high[point] = Math.max(sums.high[point] ?? high, high);
}
