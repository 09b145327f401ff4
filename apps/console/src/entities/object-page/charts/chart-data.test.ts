import { querySeries } from '@gwanje/kinds/calls/series';
import { expect, test } from 'vitest';
import { largestFirst } from './chart-data.ts';

test('shows the series with the largest averages first, up to the limit; gaps do not count', () => {
  const of = (id: number, avg: (number | null)[]) =>
    ({ kind: 'pod', id, name: `p${id}`, metric: 'cpuUsedCores', avg, min: avg, max: avg }) as const;
  const answer = querySeries.response.parse({
    serverTime: '2026-01-01T00:00:00Z',
    start: '2026-01-01T00:00:00Z',
    stepMs: 15_000,
    pointCnt: 2,
    seriesList: [of(1, [1, 1]), of(2, [null, null]), of(3, [null, 5]), of(4, [2, 2])],
  });
  expect(largestFirst(answer, 3).series.map(({ label }) => label)).toEqual(['p3', 'p4', 'p1']);
});
