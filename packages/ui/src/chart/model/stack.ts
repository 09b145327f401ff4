import type { ChartSeries, ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

export const OTHERS_KEY = '\u0000others';

/** Largest first by total usage; the series after the first `keep` are combined into one. */
export function foldOthers(series: readonly ChartSeries[], keep: number, othersLabel: string): ChartSeries[] {
  const sorted = series
    .map((one) => ({ one, total: sum(one.avg) }))
    .sort((a, b) => b.total - a.total || (a.one.key < b.one.key ? -1 : 1))
    .map(({ one }) => one);
  // A single remaining series keeps its own name.
  if (sorted.length <= keep + 1) return sorted;
  const rest = sorted.slice(keep);
  return [...sorted.slice(0, keep), { key: OTHERS_KEY, label: othersLabel, avg: addUp(rest) }];
}

/**
 * The upper edges of the stack, from the lowest series up. A child without data has no height; where no child has data
 * there is no stack.
 */
export function stackUp(columns: readonly ChartValues[]): (number | null)[][] {
  const edges: (number | null)[][] = [];
  const pointCnt = columns.reduce((most, column) => Math.max(most, column.length), 0);
  const known = Array.from({ length: pointCnt }, (_, index) => columns.some((c) => isKnown(c[index])));
  let below: readonly (number | null)[] = [];
  for (const column of columns) {
    const edge = known.map((any, index) => {
      if (!any) return null;
      const own = column[index];
      return (below[index] ?? 0) + (isKnown(own) ? own : 0);
    });
    edges.push(edge);
    below = edge;
  }
  return edges;
}

function addUp(series: readonly ChartSeries[]): ChartValues {
  return stackUp(series.map((one) => one.avg)).at(-1) ?? [];
}

function sum(values: ChartValues): number {
  let total = 0;
  for (const value of values) {
    if (isKnown(value)) total += value;
  }
  return total;
}
