import type { MetricStore } from '@gwanje/metric-store/interface';
import { expect, test } from 'vitest';
import { LiveState } from '../../live/live-state.ts';
import { claimOf, life, NOW_MS } from '../../live/testing/states.ts';
import { type ClaimForecasts, daysUntilFull, forecastClaims } from './forecast-claims.ts';

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

test('forecasts the claims of owned clusters only, and reports them by cluster', async () => {
  const live = new LiveState();
  for (const hostId of [1, 2, 3]) {
    live.setCluster({ hostId, name: `cluster-${hostId}`, subGroupId: 1 });
    live.put('claim', hostId, hostId * 10, claimOf({ capacityBytes: 270 }), life);
  }
  const asked: number[] = [];
  const metricStore: Pick<MetricStore, 'series'> = {
    async series({ ids, fromMs }) {
      asked.push(...ids);
      // The claim of the first cluster grows, the others do not.
      const series = ids.map((id) => {
        const values = id === 10 ? [0, 10, 20, 30] : [5, 5, 5, 5];
        return { id, metric: 'usedBytes', avg: values, min: values, max: values };
      });
      return { startMs: fromMs, stepMs: HOUR_MS, pointCnt: 4, series };
    },
  };
  const reported: ClaimForecasts[] = [];
  const ownership = { owns: (hostId: number) => hostId !== 3 };
  await forecastClaims(
    { live, metricStore, ownership, onForecasts: (forecasts) => reported.push(forecasts) },
    NOW_MS,
  );
  expect(asked.toSorted()).toEqual([10, 20]);
  expect(reported.toSorted((a, b) => a.hostId - b.hostId)).toEqual([
    { hostId: 1, claims: [{ pvcId: 10, days: expect.closeTo(1) }] },
    { hostId: 2, claims: [{ pvcId: 20, days: null }] },
  ]);
  expect([1, 2, 3].map((hostId) => live.claimForecasts(hostId))).toEqual([
    [{ pvcId: 10, days: expect.closeTo(1) }],
    [{ pvcId: 20, days: null }],
    [],
  ]);
});
