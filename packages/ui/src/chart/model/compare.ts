import type { ChartComparison, ChartData, ChartValues, TimeGrid } from './chart-data.ts';
import { instantOf, nearestIndex } from './time-grid.ts';

/**
 * The earlier series on the points of the present ones, by key. An older time may be kept in a coarser step: each
 * present point then takes the nearest earlier one, and stays without a value where there is none.
 */
export function alignComparison(present: ChartData, comparison: ChartComparison): Map<string, ChartValues> {
  const { data, shiftMs } = comparison;
  const source = sourceIndexes(present, data, shiftMs);
  const byKey = new Map(data.series.map((series) => [series.key, series.avg]));
  const aligned = new Map<string, ChartValues>();
  for (const { key } of present.series) {
    const values = byKey.get(key);
    if (values)
      aligned.set(
        key,
        source.map((index) => (index === null ? null : (values[index] ?? null))),
      );
  }
  return aligned;
}

function sourceIndexes(present: TimeGrid, earlier: TimeGrid, shiftMs: number): (number | null)[] {
  return Array.from({ length: present.pointCnt }, (_, index) =>
    nearestIndex(earlier, instantOf(present, index) - shiftMs),
  );
}
