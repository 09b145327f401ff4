import type { ChartLine } from './chart-data.ts';

/** A line further above the data than this would flatten the data; its name is shown at the upper edge instead. */
const FARTHEST_LINE = 4;
/** Space for a line's name and above a peak. */
const HEADROOM = 1.04;

export function scaleTop(dataMax: number, lines: readonly ChartLine[]): number {
  const reach = dataMax > 0 ? dataMax * FARTHEST_LINE : Number.POSITIVE_INFINITY;
  const top = lines.reduce((most, { value }) => (value <= reach ? Math.max(most, value) : most), dataMax);
  return top * HEADROOM;
}
