import {
  getDashboardObjects,
  getDashboardSummary,
  SearchConditions,
} from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { HostId } from '@gwanje/contract/definition/ids';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { apiKey, apiQuery, binaryQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';

const FRESH_MS = 5_000;
/** The cache drops old answers soon: each has hundreds of thousands of entries. */
const KEPT_MS = 5_000;

export function objectsQuery(conditions: DashboardConditions) {
  const body = SearchConditions.parse({ _method: 'get', ...conditions });
  return {
    ...binaryQuery(getDashboardObjects, { body }, decodeDashboardObjects, { staleMs: FRESH_MS }),
    gcTime: KEPT_MS,
    // Comparing two answers entry by entry would take longer than drawing them.
    structuralSharing: false,
  };
}

export function summaryQuery({
  isAllCluster,
  clusterList,
}: Pick<DashboardConditions, 'isAllCluster' | 'clusterList'>) {
  const body = {
    _method: 'get' as const,
    isAllCluster,
    clusterList: clusterList.map((id) => HostId.parse(id)),
  };
  return apiQuery(getDashboardSummary, { body }, { staleMs: FRESH_MS });
}

/** Reloads the queries on screen. Requests already under way are not cancelled. */
export async function refreshDashboard(): Promise<void> {
  await Promise.all(
    [getDashboardObjects, getDashboardSummary].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }, { cancelRefetch: false }),
    ),
  );
}
