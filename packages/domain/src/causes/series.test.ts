import { expect, it, test } from 'vitest';
import { claimCrossing, rise } from './series.ts';

const MINUTE_MS = 60_000;
const points = (...values: readonly number[]) =>
  values.map((value, minute) => ({ atMs: minute * MINUTE_MS, value }));

it('finds when a usage rose, and from and to what', () => {
  const series = points(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5);
  expect(rise(series, 15 * MINUTE_MS)).toEqual({ atMs: 10 * MINUTE_MS, from: 1, to: 5 });
});

test.each([
  ['a usage that is flat', points(2, 2, 2, 2, 2, 2, 2, 2, 2, 2)],
  ['a usage that fell', points(5, 5, 5, 5, 5, 1, 1, 1, 1, 1)],
  ['too few points before', points(1, 9, 9)],
  ['no points', []],
])('%s did not rise', (_what, series) => {
  expect(rise(series, 9 * MINUTE_MS)).toBeNull();
});

test('a claim is full since it last crossed the limit', () => {
  expect(claimCrossing(points(50, 95, 60, 91, 96))).toEqual({
    atMs: 3 * MINUTE_MS,
    fromPercent: 50,
    toPercent: 96,
  });
  expect(claimCrossing(points(50, 95, 60))).toBeNull();
  expect(claimCrossing([])).toBeNull();
});
