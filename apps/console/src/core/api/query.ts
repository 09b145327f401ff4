import type { Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import { queryOptions } from '@tanstack/react-query';
import { type CallInput, callWith, cutOffFailure, downloadWith, type NeededInput } from './client.ts';

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

/** Reads a binary answer while it arrives. */
export interface AnswerReader<Decoded> {
  /** Returns data to show in place of `shown` before the rest has arrived; undefined: `shown` stays. */
  add(chunk: Uint8Array, shown: Decoded | undefined): Decoded | undefined;
  /** Undefined if the answer is incomplete. */
  end(): Decoded | undefined;
}

/** `apiQuery` for an endpoint that answers with binary columns, in one or several parts. */
export function binaryQuery<E extends Endpoint, Decoded>(
  endpoint: E,
  input: NeededInput<E>,
  newReader: () => AnswerReader<Decoded>,
  freshness: Freshness,
) {
  const whole: CallInput<E> = input;
  const shared = sharedOptions(endpoint, whole, freshness);
  return queryOptions<Decoded>({
    ...shared,
    queryFn: async ({ signal, client }) => {
      const reader = newReader();
      let error: unknown;
      const onChunk = (chunk: Uint8Array) => {
        try {
          const early = reader.add(chunk, client.getQueryData<Decoded>(shared.queryKey));
          if (early !== undefined && !signal.aborted) client.setQueryData<Decoded>(shared.queryKey, early);
        } catch (cause) {
          // Thrown below, so that it does not count as a failed connection.
          error ??= cause;
        }
      };
      await downloadWith(endpoint, { ...whole, signal, onChunk });
      if (error !== undefined) throw error;
      const decoded = reader.end();
      if (decoded === undefined) throw cutOffFailure();
      return decoded;
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
