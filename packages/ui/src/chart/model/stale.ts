import type { ChartData, ChartRange } from './chart-data.ts';
import { lastKnownMs } from './time-grid.ts';

/** As everywhere: data is stale when five or more minutes old. */
export const STALE_AFTER_MS = 5 * 60_000;

/** From when on nothing is known though the range goes on; null while the data reaches its end. Two missing buckets of rolled-up data may still be on their way. */
export function staleFrom(data: ChartData, range: ChartRange, afterMs: number): number | null {
  const lastMs = lastKnownMs(data);
  if (lastMs === null) return null;
  const quietMs = range.toMs - lastMs;
  return quietMs >= Math.max(afterMs, 2 * data.stepMs) ? lastMs : null;
}
