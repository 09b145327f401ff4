import { expect, it } from 'vitest';
import { alignComparison } from './compare.ts';

const present = {
  startMs: 10_000,
  stepMs: 100,
  pointCnt: 4,
  series: [{ key: 'a', label: 'a', avg: [1, 2, 3, 4] }],
};

it('earlier values are at the same time of their day', () => {
  const data = { ...present, startMs: 9_000, series: [{ key: 'a', label: 'a', avg: [5, null, 7, 8] }] };
  expect(alignComparison(present, { data, shiftMs: 1000 }).get('a')).toEqual([5, null, 7, 8]);
});

it('with a coarser earlier step each point takes the nearest value, or a gap', () => {
  const series = [{ key: 'a', label: 'a', avg: [5, 6] }];
  const data = { startMs: 9_000, stepMs: 200, pointCnt: 2, series };
  expect(alignComparison(present, { data, shiftMs: 1000 }).get('a')).toEqual([5, 6, 6, null]);
});

it('a new series has no earlier values, a deleted one still has', () => {
  const data = { ...present, startMs: 9_000, series: [{ key: 'b', label: 'b', avg: [1, 1, 1, 1] }] };
  const aligned = alignComparison(present, { data, shiftMs: 1000 });
  expect(aligned.get('a')).toBeUndefined();
  expect(aligned.get('b')).toEqual([1, 1, 1, 1]);
});
