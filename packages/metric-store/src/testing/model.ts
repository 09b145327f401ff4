import type { SampleBatch, Series, SeriesAnswer, SeriesQuery, TopQuery, TopRow } from '../interface.ts';
import { defaultTiers, planGrid, planTopRange } from '../tiers.ts';

/** What a store should answer, said in the plainest way: every sample once, in a list. */
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
        const of = (fold: (values: readonly number[]) => number) =>
          buckets.map((values) => (values.length > 0 ? fold(values) : null));
        const [avg, min, max] = [of(average), of((v) => Math.min(...v)), of((v) => Math.max(...v))];
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
