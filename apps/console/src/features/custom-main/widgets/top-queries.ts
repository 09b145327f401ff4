import type { HostId } from '@gwanje/contract/definition/ids';
import { listContainers } from '@gwanje/kinds/container/calls';
import type { ContainerRow } from '@gwanje/kinds/container/columns';
import { listNodes } from '@gwanje/kinds/node/calls';
import type { NodeRow } from '@gwanje/kinds/node/columns';
import { listPods } from '@gwanje/kinds/pod/calls';
import type { PodRow } from '@gwanje/kinds/pod/columns';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';

export const topTypes = ['pod', 'node', 'container'] as const;
export type TopType = (typeof topTypes)[number];

export interface TopRow {
  readonly id: number;
  readonly name: string;
  /** The parents of the object, nearest first. */
  readonly place: readonly string[];
  readonly address: { readonly to: string; readonly search: Readonly<Record<string, string>> };
  readonly value: number;
  readonly isStale: boolean;
}

export interface TopQuestion {
  readonly objectType: TopType;
  readonly metric: string;
  readonly cnt: number;
  /** Null: all of the selected groups. */
  readonly hostIds: readonly HostId[] | null;
}

const FRESH_MS = 5_000;
const endpoints = { pod: listPods, node: listNodes, container: listContainers } as const;

/** The server sorts and cuts: it sends ten of a hundred thousand objects. */
export function topQuery(question: TopQuestion) {
  return queryOptions({
    queryKey: [...apiKey(endpoints[question.objectType]), 'top', question],
    queryFn: ({ signal }) => topRows(question, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

async function topRows(question: TopQuestion, signal: AbortSignal): Promise<readonly TopRow[]> {
  const { objectType, metric, cnt, hostIds } = question;
  const params = { pageNo: 1, pageCnt: cnt };
  const filter = hostIds ? { hostId: [...hostIds] } : {};
  switch (objectType) {
    case 'pod': {
      const orderBy = orderOf(listPods.body.shape.orderBy, metric);
      const { list } = await call(listPods, { params, body: { filter, orderBy }, signal });
      return ranked(list, metric, podRow);
    }
    case 'node': {
      const orderBy = orderOf(listNodes.body.shape.orderBy, metric);
      const { list } = await call(listNodes, { params, body: { filter, orderBy }, signal });
      return ranked(list, metric, nodeRow);
    }
    case 'container': {
      const orderBy = orderOf(listContainers.body.shape.orderBy, metric);
      const { list } = await call(listContainers, { params, body: { filter, orderBy }, signal });
      return ranked(list, metric, containerRow);
    }
  }
}

/** Largest first; a metric that the list lacks gives no order. */
function orderOf<Order>(
  schema: { readonly safeParse: (value: unknown) => { readonly data?: Order | undefined } },
  metric: string,
): Order | undefined {
  return schema.safeParse([`-${metric}`]).data;
}

/** Drops objects without a value or without a limit. */
function ranked<Row extends Readonly<Record<string, unknown>>>(
  list: readonly Row[],
  metric: string,
  rowOf: (row: Row, value: number) => TopRow,
): readonly TopRow[] {
  return list.flatMap((row) => {
    const value = row[metric];
    return typeof value === 'number' && value >= 0 ? [rowOf(row, value)] : [];
  });
}

function podRow(pod: PodRow, value: number): TopRow {
  return {
    id: pod.podId,
    name: pod.name,
    place: [pod.namespace, pod.clusterName],
    address: { to: '/mon/pod/summary', search: { hostId: String(pod.hostId), podId: String(pod.podId) } },
    value,
    isStale: pod.isStale,
  };
}

function nodeRow(node: NodeRow, value: number): TopRow {
  return {
    id: node.nodeId,
    name: node.name,
    place: [node.clusterName],
    address: {
      to: '/mon/node/summary',
      search: { hostId: String(node.hostId), nodeId: String(node.nodeId) },
    },
    value,
    isStale: node.isStale,
  };
}

function containerRow(container: ContainerRow, value: number): TopRow {
  const search = { hostId: String(container.hostId), containerId: String(container.containerId) };
  return {
    id: container.containerId,
    name: container.name,
    place: [container.podName, container.clusterName],
    address: { to: '/mon/container/summary', search },
    value,
    isStale: container.isStale,
  };
}
