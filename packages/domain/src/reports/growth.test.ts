import { expect, test } from 'vitest';
import { daysUntilFull, growthOf } from './growth.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One sample per hour. */
function hourly(...values: number[]) {
  return values.map((used, hour) => ({ atMs: hour * HOUR_MS, used }));
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
])('estimates the days until something is full that %s', (_what, samples, capacity, expected) => {
  const days = daysUntilFull(samples, capacity);
  if (expected === null) expect(days).toBeNull();
  else expect(days).toBeCloseTo(expected, 1);
});

const rare = [10, null, null, null, 50, null, 70];
const tooLittle = { state: 'tooLittle' };
const daily = { startMs: 0, stepMs: DAY_MS };

test.each([
  ['grows', [10, 20, 30, 40, 50, 60, 70], 100, { state: 'fills', perDay: 10, daysLeft: 3, used: 70 }],
  ['is steady', [50, 50, 50, 50, 50, 50, 50], 100, { state: 'steady', perDay: 0, daysLeft: null }],
  ['shrinks', [70, 60, 50, 40, 30, 20, 10], 100, { state: 'steady', perDay: -10, daysLeft: null }],
  ['was measured for two days', [10, 20, 30, null, null], 100, { ...tooLittle, daysLeft: null, used: 30 }],
  ['was measured in less than half of the time', rare, 100, { ...tooLittle, perDay: null }],
  ['was never measured', [null, null, null], 100, { ...tooLittle, used: null, measuredShare: 0 }],
  ['has no known capacity', [10, 20, 30, 40], null, { state: 'noCapacity', perDay: 10, daysLeft: null }],
] as const)('states the growth of something that %s', (_what, points, capacity, expected) => {
  expect(growthOf(points, daily, capacity)).toMatchObject(expected);
});
