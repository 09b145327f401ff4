import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import { type ListKind, listKinds } from '@gwanje/kinds/registry';
import type { LiveState } from '../../live/live-state.ts';

const TILES: readonly SearchConditions[] = [
  {
    isAllCluster: true,
    clusterList: [],
    groupBy: 'none',
    objectType: 'container',
    sortBy: 'CONTAINER_STATE',
  },
  { isAllCluster: true, clusterList: [], groupBy: 'none', objectType: 'pod', sortBy: 'POD_PHASE' },
  { isAllCluster: true, clusterList: [], groupBy: 'none', objectType: 'node', sortBy: 'NODE_CONDITION' },
];

/** What users see of a cluster. Two live states with the same data give the same answers. */
export function liveAnswers(live: LiveState, hostId: number, nowMs: number) {
  const hostIds = new Set([hostId]);
  const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  const rowsOf = (kind: ListKind) =>
    inOrder(live.list(kind, { hostIds, nowMs, filter: {}, orderBy: [], pageNo: 1, pageCnt: 100_000 }).list);
  return {
    lists: Object.fromEntries(listKinds.map((kind) => [kind, rowsOf(kind)])),
    tiles: TILES.map((conditions) => {
      const { id, row, value, monResult, isStale } = live.dashboardTiles(conditions, hostIds, nowMs);
      return inOrder(Array.from(row, (of, at) => [id[of], value[at], monResult[at], isStale[at]]));
    }),
    dashboard: live.dashboardSummary(hostIds, nowMs),
    summary: live.clusterSummary(hostId, nowMs),
    pulse: live.clusterPulse(hostId, nowMs),
    state: live.clusterState(hostId, nowMs),
    metrics: live.clusterMetrics(hostId),
    found: inOrder(live.search('a', hostIds, 1000, nowMs).list),
  };
}
