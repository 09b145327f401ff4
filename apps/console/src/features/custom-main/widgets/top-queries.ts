import type { HostId } from '@gwanje/contract/definition/ids';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { kinds } from '@gwanje/kinds/registry';
import { queryOptions } from '@tanstack/react-query';
import type { ListEndpoint } from '#components/list/define-list.ts';
import { callWith } from '#core/api/client.ts';
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

type ListedRow = Readonly<Record<string, unknown>> & Pick<TopRow, 'name' | 'isStale'> & { hostId: number };

/** The columns that name the parents of an object, nearest first. */
const parents: Readonly<Record<TopType, readonly string[]>> = {
  pod: ['namespace', 'clusterName'],
  node: ['clusterName'],
  container: ['podName', 'clusterName'],
};

function endpointOf(objectType: TopType): ListEndpoint<ListedRow> {
  return callsOfKinds[`list${capitalised(objectType)}s`];
}

/** The server sorts and cuts: it sends ten of a hundred thousand objects. */
export function topQuery(question: TopQuestion) {
  return queryOptions({
    queryKey: [...apiKey(endpointOf(question.objectType)), 'top', question],
    queryFn: ({ signal }) => loadTop(question, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

/** Largest first. Drops objects without a value or without a limit. */
async function loadTop(question: TopQuestion, signal: AbortSignal): Promise<readonly TopRow[]> {
  const { objectType, metric, cnt, hostIds } = question;
  const { list } = await callWith(endpointOf(objectType), {
    params: { pageNo: 1, pageCnt: cnt },
    body: {
      filter: hostIds ? { hostId: hostIds } : {},
      // A metric that the list lacks gives no order.
      orderBy: Object.hasOwn(kinds[objectType].columns, metric) ? [`-${metric}`] : undefined,
    },
    signal,
  });
  return list.flatMap((row) => {
    const value = row[metric];
    if (typeof value !== 'number' || value < 0) return [];
    const { name, hostId, isStale } = row;
    const id = Number(row[`${objectType}Id`]);
    const location = parents[objectType].map((column) => String(row[column]));
    const search = { hostId: String(hostId), [`${objectType}Id`]: String(id) };
    return [{ id, name, location, address: { to: `/mon/${objectType}/summary`, search }, value, isStale }];
  });
}
