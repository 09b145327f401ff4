import type { ChartData, ChartRange, ChartValues } from './chart-data.ts';
import { isKnown, lastKnownMs } from './time-grid.ts';

/** Data counts as missing after five minutes; shorter gaps come from the sampling interval. */
const BRIDGE_MS = 5 * 60_000;

/**
 * For drawing only: connects two known points whose gap is shorter than `BRIDGE_MS`. Otherwise a stack would drop at each
 * child whose sample fell into the next bucket. Longer gaps and both ends stay empty. A gap is counted in empty buckets.
 */
export function bridgeGaps(values: ChartValues, stepMs: number): ChartValues {
  let bridged: (number | null)[] | null = null;
  let lastIndex = -1;
  let last = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (!isKnown(value)) continue;
    const steps = index - lastIndex;
    if (lastIndex >= 0 && steps > 1 && (steps - 1) * stepMs < BRIDGE_MS) {
      bridged ??= values.slice();
      for (let step = 1; step < steps; step++)
        bridged[lastIndex + step] = last + ((value - last) * step) / steps;
    }
    lastIndex = index;
    last = value;
  }
  return bridged ?? values;
}

/** Data is stale when it is five or more minutes old. */
const STALE_AFTER_MS = 5 * 60_000;

/** The time from which data is missing; null if the data reaches the end of the range. Two buckets of rolled-up data may still be pending. */
export function staleFrom(data: ChartData, range: ChartRange): number | null {
  const lastMs = lastKnownMs(data);
  if (lastMs === null) return null;
  const quietMs = range.toMs - lastMs;
  return quietMs >= Math.max(STALE_AFTER_MS, 2 * data.stepMs) ? lastMs : null;
}
