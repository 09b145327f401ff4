import { describe, expect, it } from 'vitest';
import {
  alignComparison,
  instantsOf,
  isolatedIndexes,
  lastKnownMs,
  nearestIndex,
  wholeRange,
} from './time-grid.ts';

const grid = { startMs: 1000, stepMs: 100, pointCnt: 5 };

describe('nearest index', () => {
  it.each([
    [1000, 0],
    [1049, 0],
    [1051, 1],
    [1400, 4],
    [1449, 4],
  ])('%i ms is at point %i', (atMs, index) => {
    expect(nearestIndex(grid, atMs)).toBe(index);
  });

  it.each([940, 1451, Number.NaN])('%d ms is outside the data', (atMs) => {
    expect(nearestIndex(grid, atMs)).toBeNull();
  });

  it('is null without points', () => {
    expect(nearestIndex({ ...grid, pointCnt: 0 }, 1000)).toBeNull();
  });
});

it('instants are one step apart', () => {
  expect(instantsOf(grid)).toEqual([1000, 1100, 1200, 1300, 1400]);
});

it('the range of one point has the length of a step', () => {
  expect(wholeRange({ ...grid, pointCnt: 1 })).toEqual({ fromMs: 1000, toMs: 1100 });
});

it('the last known instant is that of the longest series', () => {
  const series = [
    { key: 'a', label: 'a', avg: [1, 2, null, null, null] },
    { key: 'b', label: 'b', avg: [1, 2, 3, 0, null] },
  ];
  expect(lastKnownMs({ ...grid, series })).toBe(1300);
});

it('the last known instant is null without values', () => {
  expect(lastKnownMs({ ...grid, series: [{ key: 'a', label: 'a', avg: [null, Number.NaN] }] })).toBeNull();
});

it('a point between gaps is isolated, also at both ends', () => {
  expect(isolatedIndexes([1, null, 2, 3, null, 4, null, 5], 0, 7)).toEqual([0, 5, 7]);
});

const now = [{ key: 'a', label: 'a', avg: [1, 2, 3, 4] }];
const present = { startMs: 10_000, stepMs: 100, pointCnt: 4, series: now };

it('values of the earlier period are shifted to the current period', () => {
  const data = { ...present, startMs: 9_000, series: [{ key: 'a', label: 'a', avg: [5, null, 7, 8] }] };
  expect(alignComparison(present, { data, shiftMs: 1000 }).get('a')).toEqual([5, null, 7, 8]);
});

it('with a coarser earlier step each point takes the nearest value, or a gap', () => {
  const series = [{ key: 'a', label: 'a', avg: [5, 6] }];
  const data = { startMs: 9_000, stepMs: 200, pointCnt: 2, series };
  expect(alignComparison(present, { data, shiftMs: 1000 }).get('a')).toEqual([5, 6, 6, null]);
});

it('a new series has no earlier values, a deleted series still has them', () => {
  const data = { ...present, startMs: 9_000, series: [{ key: 'b', label: 'b', avg: [1, 1, 1, 1] }] };
  const aligned = alignComparison(present, { data, shiftMs: 1000 });
  expect(aligned.get('a')).toBeUndefined();
  expect(aligned.get('b')).toEqual([1, 1, 1, 1]);
});
