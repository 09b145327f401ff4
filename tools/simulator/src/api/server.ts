import type { Cluster } from '../world/cluster.ts';
import type { Account } from './access.ts';
import { type ApiContext, handleRequest } from './handle.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { sendError } from './responses.ts';

export interface ApiServerOptions extends ListenOptions {
  readonly accounts: readonly Account[];
  readonly bookmarkMs?: number | undefined;
}

const BOOKMARK_MS = 60_000;

/** The API server in front of one cluster. */
export async function startApiServer(cluster: Cluster, options: ApiServerOptions): Promise<Listening> {
  const watches = new Set<() => void>();
  const context: ApiContext = {
    cluster,
    accounts: options.accounts,
    bookmarkMs: options.bookmarkMs ?? BOOKMARK_MS,
    watchStarted(end, response) {
      watches.add(end);
      response.once('close', () => watches.delete(end));
    },
  };
  const server = await listen((request, response) => {
    cluster.timeline.catchUp();
    handleRequest(context, request, response).catch((error: unknown) =>
      sendError(request, response, error).catch(() => response.destroy()),
    );
  }, options);
  cluster.apiServer = {
    shut: server.shut,
    open: server.open,
    endWatches() {
      for (const end of watches) end();
    },
  };
  return server;
}
