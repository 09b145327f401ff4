import type { AggregateQuery, Series, SeriesAnswer } from '../../interface.ts';

/**
 * A result in the form that is sent between threads. Copying one block of numbers, with NaN for null, is a
 * hundred times faster.
 */
export interface PackedSeries {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
  /** By id, metric, then averages, lowest and highest. */
  readonly values: Float64Array<ArrayBuffer>;
}

export function unpackSeries({ ids, metrics }: AggregateQuery, packed: PackedSeries): SeriesAnswer {
  const { startMs, stepMs, pointCnt, values } = packed;
  let at = 0;
  const next = () => {
    const column = new Array<number | null>(pointCnt);
    for (let point = 0; point < pointCnt; point++) {
      const value = values[at++] ?? Number.NaN;
      column[point] = Number.isNaN(value) ? null : value;
    }
    return column;
  };
  const series: Series[] = [];
  for (const id of ids)
    for (const metric of metrics) series.push({ id, metric, avg: next(), min: next(), max: next() });
  return { startMs, stepMs, pointCnt, series };
}
