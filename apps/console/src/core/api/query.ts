import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import { queryOptions } from '@tanstack/react-query';
import { type CallInput, callWith, downloadWith, type NeededInput } from './client.ts';

/** What a stream event reports: a kind whose objects changed, new samples, the state of a cluster, an alarm. */
export type Change = ChangedKind | 'sample' | 'state' | 'alarm';

/** When a query on screen is asked for again. */
export interface Refreshing {
  /** The changes after which an answer is outdated. Absent: the stream does not report them, the page polls. */
  readonly changesWith?: readonly Change[];
  /** For an answer that changes slowly: at most once in this many refresh intervals. */
  readonly everyIntervals?: number;
}

export interface ConsoleQueryMeta extends Refreshing, Record<string, unknown> {
  /** The answer depends on the selected groups. */
  readonly isOfGroups?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ConsoleQueryMeta;
  }
}

export interface Freshness extends Refreshing {
  /** How long an answer counts as fresh. */
  readonly staleMs: number;
}

/** The key of all cached answers of an endpoint. */
export function apiKey(endpoint: Endpoint) {
  return ['api', endpoint.method, endpoint.path] as const;
}

/** Query options to share between pages, guards and prefetches. */
export function apiQuery<E extends Endpoint>(endpoint: E, input: NeededInput<E>, freshness: Freshness) {
  const whole: CallInput<E> = input;
  return queryOptions<ResponseOf<E>>({
    ...sharedOptions(endpoint, whole, freshness),
    queryFn: ({ signal }) => callWith(endpoint, { ...whole, signal }),
  });
}

/** `apiQuery` for an endpoint that answers with binary columns. */
export function binaryQuery<E extends Endpoint, Decoded>(
  endpoint: E,
  input: NeededInput<E>,
  decode: (content: ArrayBuffer) => Decoded,
  freshness: Freshness,
) {
  const whole: CallInput<E> = input;
  return queryOptions<Decoded>({
    ...sharedOptions(endpoint, whole, freshness),
    queryFn: async ({ signal }) => {
      const { blob } = await downloadWith(endpoint, { ...whole, signal });
      return decode(await blob.arrayBuffer());
    },
  });
}

function sharedOptions<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: CallInput<E>,
  { staleMs, ...refreshing }: Freshness,
) {
  return {
    queryKey: [...apiKey(endpoint), { params, query, body }],
    staleTime: staleMs,
    meta: { isOfGroups: endpoint.subGroupsIn !== 'none', ...refreshing },
  };
}
