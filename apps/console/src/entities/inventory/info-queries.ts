import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { getContainer } from '@gwanje/kinds/container/calls';
import { getNamespace } from '@gwanje/kinds/namespace/calls';
import { getNode } from '@gwanje/kinds/node/calls';
import { getNodeHistory } from '@gwanje/kinds/node/history-calls';
import { getPod } from '@gwanje/kinds/pod/calls';
import { getWorkload } from '@gwanje/kinds/workload/calls';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import type { PageKind } from './kind-views.ts';

export type NodeInfo = ResponseOf<typeof getNode>;
export type PodInfo = ResponseOf<typeof getPod>;
export type ContainerInfo = ResponseOf<typeof getContainer>;
export type WorkloadInfo = ResponseOf<typeof getWorkload>;
export type NamespaceInfo = ResponseOf<typeof getNamespace>;

/** The guard, a tile's card and the page share one answer. A page on screen also reloads it on hints. */
const fresh = { staleMs: 30_000 };

/** One object of each kind that has a page; deleted objects too. */
export const infoQueries = {
  node: (nodeId: number) => apiQuery(getNode, { params: { nodeId } }, fresh),
  pod: (podId: number) => apiQuery(getPod, { params: { podId } }, fresh),
  container: (containerId: number) => apiQuery(getContainer, { params: { containerId } }, fresh),
  workload: (workloadId: number) => apiQuery(getWorkload, { params: { workloadId } }, fresh),
  namespace: (namespaceId: number) => apiQuery(getNamespace, { params: { namespaceId } }, fresh),
};

/** The same, loaded or from the cache. */
export const fetchInfo: Readonly<Record<PageKind, (id: number) => Promise<{ readonly hostId: number }>>> = {
  node: (id) => queryClient.fetchQuery(infoQueries.node(id)),
  pod: (id) => queryClient.fetchQuery(infoQueries.pod(id)),
  container: (id) => queryClient.fetchQuery(infoQueries.container(id)),
  workload: (id) => queryClient.fetchQuery(infoQueries.workload(id)),
  namespace: (id) => queryClient.fetchQuery(infoQueries.namespace(id)),
};

export function nodeRecordQuery(nodeHistoryId: number) {
  return apiQuery(getNodeHistory, { params: { nodeHistoryId } }, fresh);
}
