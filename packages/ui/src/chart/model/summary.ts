import type { ChartSeries, ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

/** Minimum and maximum come from the rolled-up extremes if present, because an average hides them. All null without values. */
export function summarise({ avg, min = avg, max = avg }: Pick<ChartSeries, 'avg' | 'min' | 'max'>) {
  const known = avg.filter(isKnown);
  const total = known.reduce((sum, value) => sum + value, 0);
  return {
    min: extreme(min, Math.min),
    avg: known.length === 0 ? null : total / known.length,
    max: extreme(max, Math.max),
    last: known.at(-1) ?? null,
  };
}

function extreme(values: ChartValues, pick: (one: number, other: number) => number): number | null {
  const [first = null, ...others] = values.filter(isKnown);
  return others.reduce((most, value) => (most === null ? value : pick(most, value)), first);
}
