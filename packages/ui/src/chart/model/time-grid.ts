import type { ChartComparison, ChartData, ChartRange, ChartValues, TimeGrid } from './chart-data.ts';

export function instantOf(grid: TimeGrid, index: number): number {
  return grid.startMs + index * grid.stepMs;
}

export function instantsOf(grid: TimeGrid): number[] {
  const instants = new Array<number>(grid.pointCnt);
  for (let index = 0; index < grid.pointCnt; index++) instants[index] = instantOf(grid, index);
  return instants;
}

/** The point nearest to an instant; null if it is more than half a step from every point. */
export function nearestIndex(grid: TimeGrid, atMs: number): number | null {
  const index = Math.round((atMs - grid.startMs) / grid.stepMs);
  return index >= 0 && index < grid.pointCnt ? index : null;
}

export function wholeRange(grid: TimeGrid): ChartRange {
  return { fromMs: grid.startMs, toMs: instantOf(grid, Math.max(1, grid.pointCnt - 1)) };
}

/** The time of the last value; null if there is none. */
export function lastKnownMs(data: ChartData): number | null {
  for (let index = data.pointCnt - 1; index >= 0; index--) {
    if (data.series.some((series) => isKnown(series.avg[index]))) return instantOf(data, index);
  }
  return null;
}

export function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Points without a neighbour: no line reaches them, so each needs a dot. */
export function isolatedIndexes(values: ArrayLike<unknown>, from: number, to: number): number[] {
  const found: number[] = [];
  for (let index = from; index <= to; index++) {
    const isIsolated = values[index - 1] == null && values[index + 1] == null;
    if (isIsolated && values[index] != null) found.push(index);
  }
  return found;
}

/**
 * The earlier series on the time grid of the current ones, by key; also series that no longer exist. Older
 * data may have a coarser step: each point takes the nearest earlier one, or no value if there is none.
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
