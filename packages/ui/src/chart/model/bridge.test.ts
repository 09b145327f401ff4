import { describe, expect, it } from 'vitest';
import { BRIDGE_MS, bridgeGaps } from './bridge.ts';
import type { ChartValues } from './chart-data.ts';

const MINUTE_MS = 60_000;

describe('bridgeGaps', () => {
  it.each<[string, ChartValues, number, ChartValues]>([
    ['a single missing bucket', [10, null, 20], MINUTE_MS, [10, 15, 20]],
    [
      'several, while less than five minutes',
      [0, null, null, null, null, 10],
      MINUTE_MS,
      [0, 2, 4, 6, 8, 10],
    ],
    [
      'not five minutes and more',
      [0, null, null, null, null, null, 8],
      MINUTE_MS,
      [0, null, null, null, null, null, 8],
    ],
    ['what is no number', [1, Number.NaN, 3], MINUTE_MS, [1, 2, 3]],
    ['nothing where nothing is', [null, null], MINUTE_MS, [null, null]],
  ])('%s', (_case, values, stepMs, expected) => {
    expect(bridgeGaps(values, stepMs, BRIDGE_MS)).toEqual(expected);
  });

  it('returns values without a gap without a copy', () => {
    const values = [1, 2, 3];
    expect(bridgeGaps(values, MINUTE_MS, BRIDGE_MS)).toBe(values);
  });
});
