import type { Db } from '@gwanje/backend/database/schema';
import { reportResources } from '@gwanje/contract/reports/report-content';
import { DAY_MS } from '@gwanje/domain/duty/zone-clock';
import { growthOf } from '@gwanje/domain/reports/growth';
import type { MetricStore } from '@gwanje/metric-store/interface';
import {
  listClaims,
  type ReportCluster,
  type ReportRange,
  sumAllocatable,
} from './report-data-repository.ts';

const MAX_CLAIMS = 5000;
const CLAIMS_PER_QUERY = 500;
const CLUSTERS_PER_QUERY = 100;
const MAX_LISTED_CLAIMS = 10;
/** Points of a week and of a month: a few hours each. */
const MAX_POINTS = 62;
const MAX_POINTS_OF_WEEK = 28;

const METRICS = {
  cpu: 'cpuUsedCores',
  memory: 'memUsedBytes',
  volume: 'pvUsedBytes',
} as const satisfies Record<(typeof reportResources)[number], string>;

type Store = Pick<MetricStore, 'series'>;

/** Growth of clusters and of volume claims in a time, and when they are full. */
export async function readCapacity(
  db: Db,
  store: Store,
  clusters: readonly ReportCluster[],
  { hostIds, from, to }: ReportRange,
) {
  const span = pointsOf(from, to);
  const allocatable = await sumAllocatable(db, hostIds, to);
  const clusterList = [];
  let grid = { startMs: span.fromMs, stepMs: span.toMs - span.fromMs };
  for (let start = 0; start < clusters.length; start += CLUSTERS_PER_QUERY) {
    const some = clusters.slice(start, start + CLUSTERS_PER_QUERY);
    const ids = some.map(({ hostId }) => hostId);
    const metrics = [...Object.values(METRICS), 'pvCapacityBytes'];
    const answer = await store.series({ scope: 'cluster', ids, metrics, ...span });
    grid = answer;
    const series = new Map(answer.series.map((one) => [`${one.id} ${one.metric}`, one.avg]));
    for (const { hostId, name: clusterName } of some) {
      const offered = allocatable.get(hostId);
      const volumes = series.get(`${hostId} pvCapacityBytes`) ?? [];
      const capacities = {
        cpu: offered?.cpuCores ?? null,
        memory: offered?.memBytes ?? null,
        volume: volumes.findLast((value) => value !== null) ?? null,
      };
      for (const resource of reportResources) {
        const pointList = series.get(`${hostId} ${METRICS[resource]}`) ?? [];
        const growth = growthOf(pointList, answer, capacities[resource]);
        clusterList.push({ hostId, clusterName, resource, ...growth, pointList });
      }
    }
  }
  return {
    pointsFrom: new Date(grid.startMs).toISOString(),
    pointS: grid.stepMs / 1000,
    clusterList,
    ...(await readClaims(db, store, clusters, { hostIds, from, to })),
  };
}

async function readClaims(
  db: Db,
  store: Store,
  clusters: readonly ReportCluster[],
  { hostIds, from, to }: ReportRange,
) {
  const names = new Map(clusters.map(({ hostId, name }) => [hostId, name]));
  const claims = await listClaims(db, hostIds, to, MAX_CLAIMS);
  const found = [];
  let knownClaimCnt = 0;
  for (let start = 0; start < claims.length; start += CLAIMS_PER_QUERY) {
    const some = new Map(
      claims.slice(start, start + CLAIMS_PER_QUERY).map((claim) => [claim.objectId, claim]),
    );
    const ids = [...some.keys()];
    const answer = await store.series({ scope: 'claim', ids, metrics: ['usedBytes'], ...pointsOf(from, to) });
    for (const { id, avg } of answer.series) {
      const claim = some.get(id);
      if (!claim) continue;
      const { hostId, namespace, name, capacityBytes } = claim;
      const growth = growthOf(avg, answer, capacityBytes);
      if (growth.state === 'fills' || growth.state === 'steady') knownClaimCnt += 1;
      const clusterName = names.get(hostId) ?? '';
      if (growth.state === 'fills') found.push({ hostId, clusterName, namespace, name, ...growth });
    }
  }
  const claimList = found
    .toSorted((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0))
    .slice(0, MAX_LISTED_CLAIMS);
  const claimCnt = claims[0]?.allCnt ?? 0;
  return { claimList, knownClaimCnt, claimCnt, isTruncated: claimCnt > claims.length };
}

function pointsOf(from: Date, to: Date) {
  const fromMs = from.getTime();
  // The store refuses an empty range: a period may have just begun.
  const toMs = Math.max(to.getTime(), fromMs + 60_000);
  return { fromMs, toMs, maxPoints: toMs - fromMs <= 8 * DAY_MS ? MAX_POINTS_OF_WEEK : MAX_POINTS };
}
