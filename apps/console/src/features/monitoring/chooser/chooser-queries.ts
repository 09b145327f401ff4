import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { HostId } from '@gwanje/contract/definition/ids';
import { listContainerNames } from '@gwanje/kinds/container/calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { apiQuery, binaryQuery } from '#core/api/query.ts';

/** Names change rarely, and a stream hint or a refresh reloads them. */
const FRESH_MS = 30_000;

export function nodeNamesQuery(hostId: number) {
  return apiQuery(listNodeNames, { params: { hostId } }, { staleMs: FRESH_MS });
}

export function podNamesQuery(hostId: number) {
  return apiQuery(listPodNames, { params: { hostId } }, { staleMs: FRESH_MS });
}

export function containerNamesQuery(hostId: number) {
  return apiQuery(listContainerNames, { params: { hostId } }, { staleMs: FRESH_MS });
}

/** The state of every node or pod of a cluster, in columns, for the dots. */
export function statesQuery(objectType: 'node' | 'pod', hostId: number) {
  const conditions = { isAllCluster: false, clusterList: [HostId.parse(hostId)] };
  const shown = { groupBy: 'none', sortBy: 'MON_RESULT' } as const;
  const body =
    objectType === 'node'
      ? { ...conditions, ...shown, objectType: 'node' as const }
      : { ...conditions, ...shown, objectType: 'pod' as const };
  return binaryQuery(getDashboardObjects, { body }, decodeDashboardObjects, { staleMs: FRESH_MS });
}
