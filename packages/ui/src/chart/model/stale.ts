import type { ChartData, ChartRange } from './chart-data.ts';
import { lastKnownMs } from './time-grid.ts';

/** Data is stale when it is five or more minutes old. */
export const STALE_AFTER_MS = 5 * 60_000;

/** The time from which data is missing; null if the data reaches the end of the range. Two buckets of rolled-up data may still be pending. */
export function staleFrom(data: ChartData, range: ChartRange, afterMs: number): number | null {
  const lastMs = lastKnownMs(data);
  if (lastMs === null) return null;
  const quietMs = range.toMs - lastMs;
  return quietMs >= Math.max(afterMs, 2 * data.stepMs) ? lastMs : null;
}
