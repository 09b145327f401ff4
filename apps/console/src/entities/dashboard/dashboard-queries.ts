import {
  getDashboardObjects,
  getDashboardSummary,
  SearchConditions,
} from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { HostId } from '@gwanje/contract/definition/ids';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { getContainer } from '@gwanje/kinds/container/calls';
import { getNode } from '@gwanje/kinds/node/calls';
import { getPod } from '@gwanje/kinds/pod/calls';
import { apiKey, apiQuery, binaryQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';

const FRESH_MS = 5_000;
/** As in the guard of the object's page: opening the page from its card needs no further call. */
const INFO_FRESH_MS = 30_000;
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

export function summaryQuery({ isAllCluster, clusterList }: DashboardConditions) {
  const body = {
    _method: 'get' as const,
    isAllCluster,
    clusterList: clusterList.map((id) => HostId.parse(id)),
  };
  return apiQuery(getDashboardSummary, { body }, { staleMs: FRESH_MS });
}

export function podQuery(podId: number) {
  return apiQuery(getPod, { params: { podId } }, { staleMs: INFO_FRESH_MS });
}

export function nodeQuery(nodeId: number) {
  return apiQuery(getNode, { params: { nodeId } }, { staleMs: INFO_FRESH_MS });
}

export function containerQuery(containerId: number) {
  return apiQuery(getContainer, { params: { containerId } }, { staleMs: INFO_FRESH_MS });
}

/** Reloads the queries on screen. Requests already under way are not cancelled. */
export async function refreshDashboard(): Promise<void> {
  await Promise.all(
    [getDashboardObjects, getDashboardSummary].map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }, { cancelRefetch: false }),
    ),
  );
}
