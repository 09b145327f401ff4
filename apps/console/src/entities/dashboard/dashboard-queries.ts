import {
  getDashboardObjects,
  getDashboardSummary,
  SearchConditions,
} from '@gwanje/contract/dashboard/dashboard';
import { HostId } from '@gwanje/contract/definition/fields';
import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { apiQuery, binaryQuery, type Freshness } from '#core/api/query.ts';
import { invalidate } from '#core/api/query-client.ts';
import { ObjectsReader } from './model/objects-reader.ts';

const fresh = {
  staleMs: 5_000,
  changesWith: ['node', 'pod', 'container', 'volume', 'claim', 'sample', 'state', 'alarm'],
} as const;
/** A response that no component uses is dropped soon: it has hundreds of thousands of entries. */
const UNUSED_KEPT_MS = 5_000;

/** `freshness`: for a component that shows only a part of the objects' data. */
export function objectsQuery(
  // Objects or groups as tiles: both come from the same answer.
  { showsGroups: _, ...conditions }: DashboardConditions,
  freshness: Freshness = fresh,
) {
  const body = SearchConditions.parse({ _method: 'get', ...conditions });
  return {
    ...binaryQuery(getDashboardObjects, { body }, () => new ObjectsReader(body.sortBy), freshness),
    gcTime: UNUSED_KEPT_MS,
    // Comparing two responses entry by entry would take longer than rendering them.
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
  return apiQuery(getDashboardSummary, { body }, fresh);
}

/** Reloads the queries on screen. Does not cancel running requests. */
export async function refreshDashboard(): Promise<void> {
  await invalidate([getDashboardObjects, getDashboardSummary], { cancelRefetch: false });
}
