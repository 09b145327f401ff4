import { expect, test } from 'vitest';
import { steadyGrowth } from './growth.ts';

test.each<[what: string, values: readonly number[], growth: number]>([
  ['a leak', [10, 20, 21, 22, 23, 24, 25, 26, 27, 28], 4],
  ['a leak among temporary peaks', [10, 20, 40, 25, 60, 50, 70, 65, 90, 80], 25],
  ['only temporary peaks', [10, 20, 40, 20, 40, 20, 40, 20, 40, 20], -20],
  ['growth only at the start', [10, 40, 40, 40, 40, 40, 40, 40, 40, 40], 0],
  ['falling memory', [10, 40, 40, 40, 30, 30, 30, 20, 20, 20], -20],
  ['too few values', [10, 20, 30], 0],
])('steadyGrowth for %s', (_, values, growth) => {
  expect(steadyGrowth(values)).toBe(growth);
});
