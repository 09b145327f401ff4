import type { MetricStore } from '@gwanje/metric-store/interface';
import { expect, test } from 'vitest';
import { LiveState } from '../../live/live-state.ts';
import { claimOf, life, NOW_MS } from '../../live/testing/states.ts';
import { type ClaimForecasts, forecastClaims } from './forecast-claims.ts';

const HOUR_MS = 3_600_000;

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
