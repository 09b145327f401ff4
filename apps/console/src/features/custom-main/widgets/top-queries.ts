import type { HostId } from '@gwanje/contract/definition/ids';
import { listContainers } from '@gwanje/kinds/container/calls';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';

export const topTypes = ['pod', 'node', 'container'] as const;
export type TopType = (typeof topTypes)[number];

export interface TopRow {
  readonly id: number;
  readonly name: string;
  /** The parents of the object, nearest first. */
  readonly location: readonly string[];
  readonly address: { readonly to: string; readonly search: Readonly<Record<string, string>> };
  readonly value: number;
  readonly isStale: boolean;
}

const FRESH_MS = 5_000;

interface TopQuestion {
  readonly objectType: TopType;
  readonly metric: string;
  readonly cnt: number;
  /** Null: all of the selected groups. */
  readonly hostIds: readonly HostId[] | null;
}

const endpoints = { pod: listPods, node: listNodes, container: listContainers } as const;

/** The server sorts and cuts: it sends ten of a hundred thousand objects. */
export function topQuery(question: TopQuestion) {
  return queryOptions({
    queryKey: [...apiKey(endpoints[question.objectType]), 'top', question],
    queryFn: ({ signal }) => loadTop(question, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

async function loadTop(question: TopQuestion, signal: AbortSignal): Promise<readonly TopRow[]> {
  const { objectType, metric, cnt, hostIds } = question;
  const request = { params: { pageNo: 1, pageCnt: cnt }, signal };
  const filter = hostIds ? { hostId: [...hostIds] } : {};
  switch (objectType) {
    case 'pod': {
      const orderBy = orderOf(listPods.body.shape.orderBy, metric);
      const { list } = await call(listPods, { ...request, body: { filter, orderBy } });
      return ranked(question, list, (pod) => [pod.podId, pod.namespace, pod.clusterName]);
    }
    case 'node': {
      const orderBy = orderOf(listNodes.body.shape.orderBy, metric);
      const { list } = await call(listNodes, { ...request, body: { filter, orderBy } });
      return ranked(question, list, (node) => [node.nodeId, node.clusterName]);
    }
    case 'container': {
      const orderBy = orderOf(listContainers.body.shape.orderBy, metric);
      const { list } = await call(listContainers, { ...request, body: { filter, orderBy } });
      return ranked(question, list, (one) => [one.containerId, one.podName, one.clusterName]);
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

type ListedRow = Readonly<Record<string, unknown>> & Pick<TopRow, 'name' | 'isStale'> & { hostId: number };

/** Drops objects without a value or without a limit. */
function ranked<Row extends ListedRow>(
  { objectType, metric }: TopQuestion,
  list: readonly Row[],
  identityOf: (row: Row) => readonly [id: number, ...location: string[]],
): readonly TopRow[] {
  return list.flatMap((row) => {
    const value = row[metric];
    if (typeof value !== 'number' || value < 0) return [];
    const { name, hostId, isStale } = row;
    const [id, ...location] = identityOf(row);
    const search = { hostId: String(hostId), [`${objectType}Id`]: String(id) };
    return [{ id, name, location, address: { to: `/mon/${objectType}/summary`, search }, value, isStale }];
  });
}
