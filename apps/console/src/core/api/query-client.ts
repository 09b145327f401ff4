import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

const MAX_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the browser believes of the network is wrong in closed networks.
        networkMode: 'always',
        retry: (failureCnt, error) => failureCnt < MAX_RETRIES && mayPass(error),
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The console's one cache of what the server said. */
export const queryClient = createQueryClient();

/** Forgets every answer that depends on the selected groups; pages on screen ask again. */
export async function resetGroupQueries(client: QueryClient): Promise<void> {
  await client.resetQueries({ predicate: (query) => query.meta?.isOfGroups === true });
}

/** A server that was busy has been asked again by the call itself. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'transport' && error.busyMs === null;
}
