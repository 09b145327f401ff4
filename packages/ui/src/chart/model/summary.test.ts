import { expect, it } from 'vitest';
import { summarise } from './summary.ts';

it('gaps count neither as zero nor as the last value', () => {
  expect(summarise({ avg: [4, null, 2, 6, null] })).toEqual({ min: 2, avg: 4, max: 6, last: 6 });
});

it('minimum and maximum of rolled-up data are those within the buckets', () => {
  const { min, max } = summarise({ avg: [4, 5], min: [1, 2], max: [9, null] });
  expect([min, max]).toEqual([1, 9]);
});

it('all values of the summary are null without values', () => {
  const { min, avg, max, last } = summarise({ avg: [null, null] });
  expect([min, avg, max, last]).toEqual([null, null, null, null]);
});
