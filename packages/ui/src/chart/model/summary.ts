import type { ChartSeries, ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

/** Minimum and maximum come from the rolled-up extremes if present, because an average hides them. All null without values. */
export function summarise({ avg, min, max }: Pick<ChartSeries, 'avg' | 'min' | 'max'>) {
  const own = statisticsOf(avg);
  return {
    min: min ? statisticsOf(min).least : own.least,
    avg: own.mean,
    max: max ? statisticsOf(max).most : own.most,
    last: own.last,
  };
}

function statisticsOf(values: ChartValues) {
  let total = 0;
  let cnt = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let last: number | null = null;
  for (const value of values) {
    if (!isKnown(value)) continue;
    total += value;
    cnt++;
    if (value < least) least = value;
    if (value > most) most = value;
    last = value;
  }
  return cnt === 0 ? { least: null, mean: null, most: null, last } : { least, mean: total / cnt, most, last };
}
