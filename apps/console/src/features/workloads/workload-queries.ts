import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import {
  getWorkloadUsage,
  listCronJobRuns,
  listReplicaSteps,
  listRollouts,
} from '@gwanje/kinds/workload/rollout-calls';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import {
  isoOf,
  seriesRefreshing,
  type Window,
  windowQuery,
} from '#entities/object-page/charts/series-queries.ts';

export type RolloutRow = ResponseOf<typeof listRollouts>['list'][number];
export type ReplicaStep = ResponseOf<typeof listReplicaSteps>['list'][number];
export type UsageSums = ResponseOf<typeof getWorkloadUsage>;
export type CronJobRun = ResponseOf<typeof listCronJobRuns>['list'][number];

const FRESH_MS = 10_000;
const MAX_POINTS = 360;
export const ROLLOUTS_SHOWN = 20;

const refreshing = { changesWith: ['workload'], everyIntervals: 2 } as const;

/** The newest rollouts. */
export function rolloutsQuery(workloadId: number) {
  const params = { workloadId, pageNo: 1, pageCnt: ROLLOUTS_SHOWN };
  return apiQuery(listRollouts, { params }, { staleMs: FRESH_MS, ...refreshing });
}

export function replicasQuery(workloadId: number, window: Window) {
  return windowQuery(
    listReplicaSteps,
    { workloadId },
    window,
    async (range, signal) => {
      const answer = await call(listReplicaSteps, { params: { workloadId }, body: isoOf(range), signal });
      return { range, answer };
    },
    refreshing,
  );
}

export function usageQuery(workloadId: number, window: Window) {
  return windowQuery(
    getWorkloadUsage,
    { workloadId },
    window,
    async (range, signal) => {
      const body = { ...isoOf(range), maxPoints: MAX_POINTS };
      return { range, answer: await call(getWorkloadUsage, { params: { workloadId }, body, signal }) };
    },
    seriesRefreshing,
  );
}

export function runsQuery(workloadId: number, window: Window) {
  return windowQuery(
    listCronJobRuns,
    { workloadId },
    window,
    async (range, signal) => {
      const answer = await call(listCronJobRuns, { params: { workloadId }, body: isoOf(range), signal });
      return { range, answer };
    },
    refreshing,
  );
}
