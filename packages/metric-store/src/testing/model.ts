import type {
  Aggregate,
  AggregateQuery,
  SampleBatch,
  Series,
  SeriesAnswer,
  SeriesQuery,
  TopQuery,
  TopRow,
} from '../interface.ts';
import { defaultTiers, planAggregate, planGrid, planTopRange } from '../tiers.ts';

/** The expected answers of a store, computed in the simplest way from a list of unique samples. */
export class Model {
  readonly #samples = new Map<string, Map<number, number>>();

  append(batches: readonly SampleBatch[]): void {
    for (const { scope, tsMs, ids, columns } of batches) {
      for (const [metric, values] of Object.entries(columns)) {
        ids.forEach((id, row) => {
          const value = values[row];
          if (typeof value === 'number') this.#of(scope, metric, id).set(tsMs, value);
        });
      }
    }
  }

  series(query: SeriesQuery, nowMs: number): SeriesAnswer {
    const { startMs, stepMs, pointCnt } = planGrid(defaultTiers, query, nowMs);
    const series = query.ids.flatMap((id) =>
      query.metrics.map((metric): Series => {
        const buckets = Array.from({ length: pointCnt }, (_, point) =>
          this.#between(query.scope, metric, id, startMs + point * stepMs, startMs + (point + 1) * stepMs),
        );
        const folded = (fold: (values: readonly number[]) => number) =>
          buckets.map((values) => (values.length > 0 ? fold(values) : null));
        const [avg, min, max] = [
          folded(average),
          folded((v) => Math.min(...v)),
          folded((v) => Math.max(...v)),
        ];
        return { id, metric, avg, min, max };
      }),
    );
    return { startMs, stepMs, pointCnt, series };
  }

  top(query: TopQuery, allIds: readonly number[], nowMs: number): readonly TopRow[] {
    const { startMs, stepMs } = planTopRange(defaultTiers, query, nowMs);
    return (query.ids ?? allIds)
      .map((id) => ({ id, values: this.#between(query.scope, query.metric, id, startMs, startMs + stepMs) }))
      .filter(({ values }) => values.length > 0)
      .map(({ id, values }) => ({ id, avg: average(values) }))
      .sort((a, b) => b.avg - a.avg || a.id - b.id)
      .slice(0, query.limit);
  }

  aggregate(query: AggregateQuery, nowMs: number): readonly Aggregate[] {
    const { startMs, stepMs } = planAggregate(defaultTiers, query, nowMs);
    return query.ids.flatMap((id) =>
      query.metrics.map((metric) => {
        const values = this.#between(query.scope, metric, id, startMs, startMs + stepMs);
        const value = values.length > 0 ? { avg: average(values), max: Math.max(...values) } : null;
        return { id, metric, value };
      }),
    );
  }

  /** By id: the time of the newest sample and the values of that time. */
  latest(
    scope: string,
    metrics: readonly string[],
    ids: readonly number[],
    sinceMs: number,
    untilMs: number,
  ) {
    const found = new Map<number, Record<string, number>>();
    for (const id of ids) {
      const times = metrics.flatMap((metric) => [...this.#of(scope, metric, id).keys()]);
      const tsMs = Math.max(...times.filter((ts) => ts >= sinceMs && ts < untilMs));
      const known = metrics.flatMap((metric): [string, number][] => {
        const value = this.#of(scope, metric, id).get(tsMs);
        return value === undefined ? [] : [[metric, value]];
      });
      if (known.length > 0) found.set(id, { tsMs, ...Object.fromEntries(known) });
    }
    return found;
  }

  #between(scope: string, metric: string, id: number, fromMs: number, toMs: number): readonly number[] {
    return [...this.#of(scope, metric, id)]
      .filter(([ts]) => ts >= fromMs && ts < toMs)
      .map(([, value]) => value);
  }

  #of(scope: string, metric: string, id: number): Map<number, number> {
    const key = `${scope} ${metric} ${id}`;
    const found = this.#samples.get(key) ?? new Map<number, number>();
    this.#samples.set(key, found);
    return found;
  }
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
