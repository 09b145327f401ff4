import type { ChartComparison, ChartValues, TimeGrid } from './chart-data.ts';
import { instantOf, nearestIndex } from './time-grid.ts';

/**
 * The earlier series on the points of the present ones, by key; also those that are no more. An older time may be kept
 * in a coarser step: each present point then takes the nearest earlier one, and stays without a value where there is none.
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
