import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { capitalised } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { getNodeHistory } from '@gwanje/kinds/node/history-calls';
import { kinds, type PageKind } from '@gwanje/kinds/registry';
import type { z } from 'zod';
import { apiQuery } from '#core/api/query.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';

type InfoCall<Kind extends PageKind> = (typeof callsOfKinds)[`get${Capitalize<Kind>}`];
export type InfoOf<Kind extends PageKind> = ResponseOf<InfoCall<Kind>>;
export type NodeInfo = InfoOf<'node'>;
export type PodInfo = InfoOf<'pod'>;
export type ContainerInfo = InfoOf<'container'>;

/** The guard, a tile's card and the page share one response. */
const FRESH_MS = 30_000;

type InfoQuery<Kind extends PageKind> = ReturnType<typeof apiQuery<InfoCall<Kind>>>;
type AnyInfoCall = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<{ readonly hostId: number }>>;

/** One object of a kind that has a page; deleted objects too. The names of the endpoints follow a rule. */
export function infoQuery<Kind extends PageKind>(kind: Kind, id: number): InfoQuery<Kind>;
export function infoQuery(kind: PageKind, id: number): unknown {
  const endpoint: AnyInfoCall = callsOfKinds[`get${capitalised(kind)}`];
  return apiQuery(
    endpoint,
    { params: { [kinds[kind].idName]: id } },
    {
      staleMs: FRESH_MS,
      changesWith: kindChanges(kind),
    },
  );
}

export function nodeRecordQuery(nodeHistoryId: number) {
  return apiQuery(getNodeHistory, { params: { nodeHistoryId } }, { staleMs: FRESH_MS });
}
