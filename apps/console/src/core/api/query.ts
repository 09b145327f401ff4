import type { Endpoint, ResponseOf } from '@gwanje/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { type CallInput, callWith, type NeededInput } from './client.ts';

interface Freshness {
  /** How long an answer counts as fresh. */
  readonly staleMs: number;
}

/** Everything cached of an endpoint, whatever its input: `queryClient.invalidateQueries({ queryKey: apiKey(listUsers) })`. */
export function apiKey(endpoint: Endpoint) {
  return ['api', endpoint.method, endpoint.path] as const;
}

/** Options to share between pages, guards and prefetches; staleness is always stated. */
export function apiQuery<E extends Endpoint>(endpoint: E, input: NeededInput<E>, { staleMs }: Freshness) {
  const whole: CallInput<E> = input;
  const { params, query, body } = whole;
  return queryOptions<ResponseOf<E>>({
    queryKey: [...apiKey(endpoint), { params, query, body }],
    queryFn: ({ signal }) => callWith(endpoint, { ...whole, signal }),
    staleTime: staleMs,
    meta: { isOfGroups: endpoint.subGroupsIn !== 'none' },
  });
}
