import { expect, test } from 'vitest';
import { daysUntilFull } from './forecast-claims.ts';

const HOUR_MS = 3_600_000;

/** One sample per hour. */
function hourly(...used: number[]) {
  return used.map((usedBytes, hour) => ({ atMs: hour * HOUR_MS, usedBytes }));
}

test.each([
  ['grows evenly', hourly(0, 10, 20, 30), 270, 1],
  ['grows unevenly', hourly(0, 20, 10, 30), 222, 1],
  ['is full', hourly(70, 80, 90, 100), 100, 0],
  ['uses more than its capacity', hourly(70, 80, 90, 110), 100, 0],
  ['does not grow', hourly(50, 50, 50), 100, null],
  ['shrinks', hourly(50, 40, 30), 100, null],
  ['would be full only after more than ten years', hourly(50, 50.0001, 50.0002), 1e9, null],
  ['has samples of one hour only', hourly(1, 2), 100, null],
  ['has one sample', hourly(1), 100, null],
  ['has no samples', [], 100, null],
  ['has no capacity', hourly(1, 2, 3), 0, null],
])('estimates the days until a claim is full that %s', (_what, samples, capacity, expected) => {
  const days = daysUntilFull(samples, capacity);
  if (expected === null) expect(days).toBeNull();
  else expect(days).toBeCloseTo(expected, 1);
});
