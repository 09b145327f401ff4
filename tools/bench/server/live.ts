import { queryObjects } from 'node:v8';
import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import { podColumns } from '@gwanje/kinds/pod/index';
import type { ColumnKey, Filter, ListQuery } from '../../../apps/server/src/live/list-types.ts';
import { LiveState } from '../../../apps/server/src/live/live-state.ts';
import { type Figure, figure, percentile } from '../figure.ts';
import { CLUSTERS, largeLiveState, podOf, seeded } from './live-world.ts';

const MB = 2 ** 20;
const PAGE_CNT = 100;
const hostIds: ReadonlySet<number> = new Set(Array.from({ length: CLUSTERS }, (_, at) => at + 1));

/** Measures lists, search and dashboard without HTTP, while pods come and go. */
export async function measureLive(): Promise<readonly Figure[]> {
  const nowMs = Date.now();
  const before = memoryMb();
  const live = largeLiveState(nowMs);
  const heapMb = memoryMb() - before;
  return [
    figure('live.list_inner_p99_ms', percentile(listTimes(live, nowMs), 0.99), 'ms', '<= 10', 2),
    figure('live.search_inner_p99_ms', percentile(searchTimes(live, nowMs), 0.99), 'ms', '<= 30', 2),
    figure('dashboard.objects_inner_p99_ms', percentile(dashboardTimes(live, nowMs), 0.99), 'ms', '<= 50', 2),
    figure('live.heap_mb', heapMb, 'MB', '<= 400', 0),
  ];
}

/** Every column in both orders, any page, with each type of filter, while new names arrive. */
function listTimes(live: LiveState, nowMs: number): number[] {
  const random = seeded(11);
  const keys = Object.keys(podColumns) as ColumnKey<'pod'>[];
  const filters: Filter<'pod'>[] = [
    {},
    {},
    { name: 'api' },
    { namespace: ['team-1', 'team-2', 'team-3'] },
    { phase: 'Running', cpuUsedCores: { min: 1e5 } },
    { status: 'crash', isStale: false },
  ];
  const queries: ListQuery<'pod'>[] = keys.flatMap((key) =>
    [key, `-${key}` as const].flatMap((order) =>
      [1, 2, 3, 4].map(() => ({
        hostIds,
        filter: filters[Math.floor(random() * filters.length)] ?? {},
        orderBy: random() < 0.3 ? [order, 'name' as const] : [order],
        pageNo: 1 + Math.floor(random() * 1000),
        pageCnt: PAGE_CNT,
        nowMs,
      })),
    ),
  );
  for (const query of queries) live.list('pod', query);
  let id = 10_000_000;
  return queries.map((query) => {
    for (let at = 0; at < 10; at++) {
      const state = podOf(1, id, new Date(nowMs));
      const life = { isMonitored: true, createdAtMs: nowMs, firstSeenAtMs: nowMs, lastSeenAtMs: nowMs };
      live.putPod(1, id, state, [id + 1, id + 2], { ...life, deletedAtMs: null, nodeId: null });
      id += 3;
    }
    return timed(() => live.list('pod', query));
  });
}

function searchTimes(live: LiveState, nowMs: number): number[] {
  const texts = ['a', 'bil', 'billing-7', 'worker-1', 'node-1', 'proxy', 'zzzz', 'cluster-1', 'f9', 'e'];
  for (const text of texts) live.search(text, hostIds, 50, nowMs);
  return Array.from({ length: 30 }, () => texts).flatMap((all) =>
    all.map((text) => timed(() => live.search(text, hostIds, 50, nowMs))),
  );
}

function dashboardTimes(live: LiveState, nowMs: number): number[] {
  const cases = (['none', 'node', 'namespace', 'cluster'] as const).flatMap((groupBy) =>
    (['MON_RESULT', 'CPU_USED_LIMIT', 'NET_RX', 'POD_PHASE'] as const).map(
      (sortBy): SearchConditions => ({
        isAllCluster: true,
        clusterList: [],
        objectType: 'pod',
        groupBy,
        sortBy,
      }),
    ),
  );
  for (const conditions of cases) live.dashboardTiles(conditions, hostIds, nowMs);
  return Array.from({ length: 8 }, () => cases).flatMap((all) =>
    all.map((conditions) => timed(() => live.dashboardTiles(conditions, hostIds, nowMs))),
  );
}

function timed(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

/** Memory in use. `queryObjects` runs a garbage collection before it counts. */
function memoryMb(): number {
  queryObjects(LiveState, { format: 'count' });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MB;
}
