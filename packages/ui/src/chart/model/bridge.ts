import type { ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

/** Data counts as missing after five minutes; shorter gaps come from the sampling interval. */
export const BRIDGE_MS = 5 * 60_000;

/**
 * For drawing only: connects two known points whose gap is shorter than `bridgeMs`. Otherwise a stack would drop at each
 * child whose sample fell into the next bucket. Longer gaps and both ends stay empty. A gap is counted in empty buckets.
 */
export function bridgeGaps(values: ChartValues, stepMs: number, bridgeMs: number): ChartValues {
  let bridged: (number | null)[] | null = null;
  let lastIndex = -1;
  let last = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (!isKnown(value)) continue;
    const steps = index - lastIndex;
    if (lastIndex >= 0 && steps > 1 && (steps - 1) * stepMs < bridgeMs) {
      bridged ??= values.slice();
      for (let step = 1; step < steps; step++)
        bridged[lastIndex + step] = last + ((value - last) * step) / steps;
    }
    lastIndex = index;
    last = value;
  }
  return bridged ?? values;
}
