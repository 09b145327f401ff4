import type { ChartSeries, ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

export const OTHERS_KEY = '\u0000others';

/** Largest first by what was used over the whole time; what comes after the first `keep` becomes one series. */
export function foldOthers(series: readonly ChartSeries[], keep: number, othersLabel: string): ChartSeries[] {
  const sorted = series
    .map((one) => ({ one, total: sum(one.avg) }))
    .sort((a, b) => b.total - a.total || (a.one.key < b.one.key ? -1 : 1))
    .map(({ one }) => one);
  // One series alone says more under its own name than as "others".
  if (sorted.length <= keep + 1) return sorted;
  const rest = sorted.slice(keep);
  return [...sorted.slice(0, keep), { key: OTHERS_KEY, label: othersLabel, avg: addUp(rest) }];
}

/**
 * Upper edges of the stack, from the lowest series up. A child without data is as thin as nothing; where no child has
 * data there is no stack either.
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
