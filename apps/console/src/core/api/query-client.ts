import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { type InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';
import { apiKey } from './query.ts';

const MAX_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's online state is wrong in closed networks.
        networkMode: 'always',
        retry: (failureCnt, error) => failureCnt < MAX_RETRIES && mayPass(error),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The console's only query cache. */
export const queryClient = createQueryClient();

/** Marks the answers of the endpoints as outdated; those on screen refetch. */
export async function invalidate(endpoints: readonly Endpoint[], options?: InvalidateOptions): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }, options)),
  );
}

/** Resets every query that depends on the selected groups; those on screen refetch. */
export async function resetGroupQueries(client: QueryClient): Promise<void> {
  await client.resetQueries({ predicate: (query) => query.meta?.isOfGroups === true });
}

/** Does not retry after a busy server: the API client has already waited for it. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'transport' && error.busyMs === null;
}
