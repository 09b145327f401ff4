import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { type CallInput, callWith, downloadWith, type NeededInput } from './client.ts';

interface Freshness {
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
  { staleMs }: Freshness,
) {
  return {
    queryKey: [...apiKey(endpoint), { params, query, body }],
    staleTime: staleMs,
    meta: { isOfGroups: endpoint.subGroupsIn !== 'none' },
  };
}
