import type { ChartLine } from './chart-data.ts';

/** A line further above the data than this would press the data flat; it is named at the upper edge instead. */
const FARTHEST_LINE = 4;
/** Room for a line's name, and so that a peak does not touch the edge. */
const HEADROOM = 1.04;

export function scaleTop(dataMax: number, lines: readonly ChartLine[]): number {
  const reach = dataMax > 0 ? dataMax * FARTHEST_LINE : Number.POSITIVE_INFINITY;
  const top = lines.reduce((most, { value }) => (value <= reach ? Math.max(most, value) : most), dataMax);
  return top * HEADROOM;
}
