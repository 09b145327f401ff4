import { describe, expect, it } from 'vitest';
import type { ChartValues } from './chart-data.ts';
import { bridgeGaps, staleFrom } from './gaps.ts';

const MINUTE_MS = 60_000;

describe('bridgeGaps', () => {
  const four = [null, null, null, null];
  it.each<[string, ChartValues, ChartValues]>([
    ['fills a single missing bucket', [10, null, 20], [10, 15, 20]],
    ['fills a gap shorter than five minutes', [0, ...four, 10], [0, 2, 4, 6, 8, 10]],
    ['does not fill a gap of five minutes', [0, ...four, null, 8], [0, ...four, null, 8]],
    ['treats NaN as missing', [1, Number.NaN, 3], [1, 2, 3]],
    ['fills nothing if there are no values', [null, null], [null, null]],
  ])('%s', (_case, values, expected) => {
    expect(bridgeGaps(values, MINUTE_MS)).toEqual(expected);
  });

  it('returns the same array if it has no gap', () => {
    const values = [1, 2, 3];
    expect(bridgeGaps(values, MINUTE_MS)).toBe(values);
  });
});

function dataUntil(known: number, stepMs: number) {
  const avg = Array.from({ length: 20 }, (_, index) => (index < known ? 1 : null));
  return { startMs: 0, stepMs, pointCnt: 20, series: [{ key: 'a', label: 'a', avg }] };
}

it('data is stale after five minutes without values', () => {
  const data = dataUntil(10, MINUTE_MS);
  expect(staleFrom(data, { fromMs: 0, toMs: 14 * MINUTE_MS })).toBe(9 * MINUTE_MS);
  expect(staleFrom(data, { fromMs: 0, toMs: 14 * MINUTE_MS - 1 })).toBeNull();
});

it('hourly data is not stale while only the running hour is missing', () => {
  const hour = 60 * MINUTE_MS;
  const data = dataUntil(10, hour);
  expect(staleFrom(data, { fromMs: 0, toMs: 10.9 * hour })).toBeNull();
  expect(staleFrom(data, { fromMs: 0, toMs: 11 * hour })).toBe(9 * hour);
});

it('data without any value is not stale', () => {
  expect(staleFrom(dataUntil(0, MINUTE_MS), { fromMs: 0, toMs: 60 * MINUTE_MS })).toBeNull();
});
