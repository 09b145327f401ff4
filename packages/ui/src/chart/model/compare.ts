import type { ChartComparison, ChartValues, TimeGrid } from './chart-data.ts';
import { instantOf, nearestIndex } from './time-grid.ts';

/**
 * The earlier series on the time grid of the current ones, by key; also series that no longer exist. Older data may have a
 * coarser step: each point takes the nearest earlier one, or no value if there is none.
 */
export function alignComparison(
  present: TimeGrid,
  { data, shiftMs }: ChartComparison,
): ReadonlyMap<string, ChartValues> {
  const source = sourceIndexes(present, data, shiftMs);
  return new Map(
    data.series.map(({ key, avg }) => [
      key,
      source.map((index) => (index === null ? null : (avg[index] ?? null))),
    ]),
  );
}

function sourceIndexes(present: TimeGrid, earlier: TimeGrid, shiftMs: number): (number | null)[] {
  return Array.from({ length: present.pointCnt }, (_, index) =>
    nearestIndex(earlier, instantOf(present, index) - shiftMs),
  );
}
