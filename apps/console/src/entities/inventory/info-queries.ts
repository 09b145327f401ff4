import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { getNodeHistory } from '@gwanje/kinds/node/history-calls';
import { kinds } from '@gwanje/kinds/registry';
import type { z } from 'zod';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type PageKind, pageKinds } from './kind-views.ts';

type InfoCall<Kind extends PageKind> = (typeof callsOfKinds)[`get${Capitalize<Kind>}`];
export type InfoOf<Kind extends PageKind> = ResponseOf<InfoCall<Kind>>;
export type NodeInfo = InfoOf<'node'>;
export type PodInfo = InfoOf<'pod'>;
export type ContainerInfo = InfoOf<'container'>;

/** The guard, a tile's card and the page share one answer. A page on screen also reloads it on hints. */
const fresh = { staleMs: 30_000 };

type AnyInfoCall = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<{ readonly hostId: number }>>;

function infoQuery(kind: PageKind, id: number) {
  const endpoint: AnyInfoCall = callsOfKinds[`get${capitalised(kind)}`];
  return apiQuery(endpoint, { params: { [kinds[kind].idName]: id } }, fresh);
}

/** One object of each kind that has a page; deleted objects too. */
export const infoQueries = Object.fromEntries(
  pageKinds.map((kind) => [kind, (id: number) => infoQuery(kind, id)]),
  // The calls have names by rule, and each answers the info of its kind.
) as unknown as {
  readonly [Kind in PageKind]: (id: number) => ReturnType<typeof apiQuery<InfoCall<Kind>>>;
};

/** The same, loaded or from the cache. */
export function fetchInfo(kind: PageKind, id: number): Promise<{ readonly hostId: number }> {
  return queryClient.fetchQuery(infoQuery(kind, id));
}

export function nodeRecordQuery(nodeHistoryId: number) {
  return apiQuery(getNodeHistory, { params: { nodeHistoryId } }, fresh);
}
