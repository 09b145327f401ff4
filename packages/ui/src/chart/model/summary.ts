import type { ChartSeries } from './chart-data.ts';
import { isKnown, knownValues } from './time-grid.ts';

export interface SeriesSummary {
  readonly key: string;
  readonly label: string;
  /** All null where nothing is known. */
  readonly min: number | null;
  readonly avg: number | null;
  readonly max: number | null;
  readonly last: number | null;
}

/** Least and most come from the rolled-up extremes where there are any: an average hides them. */
export function summarise(series: ChartSeries): SeriesSummary {
  let total = 0;
  let cnt = 0;
  let last: number | null = null;
  for (const value of knownValues(series.avg)) {
    total += value;
    cnt++;
    last = value;
  }
  return {
    key: series.key,
    label: series.label,
    min: extreme(series.min ?? series.avg, Math.min),
    avg: cnt === 0 ? null : total / cnt,
    max: extreme(series.max ?? series.avg, Math.max),
    last,
  };
}

function extreme(values: ChartSeries['avg'], pick: (one: number, other: number) => number): number | null {
  let found: number | null = null;
  for (const value of values) {
    if (isKnown(value)) found = found === null ? value : pick(found, value);
  }
  return found;
}
