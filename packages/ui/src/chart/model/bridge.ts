import type { ChartValues } from './chart-data.ts';
import { isKnown } from './time-grid.ts';

/** As everywhere: data counts as missing from five minutes on; less is the pace at which it comes. */
export const BRIDGE_MS = 5 * 60_000;

/**
 * For drawing: a straight line over what is missing for less than `bridgeMs` between two known points. A stack would
 * otherwise sink at each child whose sample fell into the next bucket. Longer gaps stay, and so do both ends. Missing are
 * the empty buckets: where in its own a sample lay, nobody knows any more.
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
