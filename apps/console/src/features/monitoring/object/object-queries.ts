import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { NodeId } from '@gwanje/contract/definition/ids';
import { getContainer } from '@gwanje/kinds/container/calls';
import { getNode } from '@gwanje/kinds/node/calls';
import { getNodeHistory } from '@gwanje/kinds/node/history-calls';
import { getPod, listPods } from '@gwanje/kinds/pod/calls';
import { apiQuery } from '#core/api/query.ts';

const FRESH_MS = 10_000;

export type NodeInfo = ResponseOf<typeof getNode>;
export type PodInfo = ResponseOf<typeof getPod>;
export type ContainerInfo = ResponseOf<typeof getContainer>;

export function nodeQuery(nodeId: number) {
  return apiQuery(getNode, { params: { nodeId } }, { staleMs: FRESH_MS });
}

export function recordQuery(nodeHistoryId: number) {
  return apiQuery(getNodeHistory, { params: { nodeHistoryId } }, { staleMs: FRESH_MS });
}

export function podQuery(podId: number) {
  return apiQuery(getPod, { params: { podId } }, { staleMs: FRESH_MS });
}

export function containerQuery(containerId: number) {
  return apiQuery(getContainer, { params: { containerId } }, { staleMs: FRESH_MS });
}

/** The number of top pods in a node's compact table. */
export const PODS_SHOWN = 20;

export function podsOfNodeQuery(nodeId: number) {
  const body = { filter: { nodeId: NodeId.parse(nodeId) }, orderBy: ['-cpuUsedCores' as const] };
  return apiQuery(listPods, { params: { pageNo: 1, pageCnt: PODS_SHOWN }, body }, { staleMs: FRESH_MS });
}
