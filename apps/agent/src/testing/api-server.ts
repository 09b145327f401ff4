import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credentials } from '../kubernetes/credentials.ts';

export interface Asked {
  readonly isWatch: boolean;
  readonly query: URLSearchParams;
}

export interface ApiServer extends AsyncDisposable {
  readonly asked: Asked[];
  readonly credentials: () => Promise<Credentials>;
}

/** An API server that gives the test's answers in the order of the requests. */
export async function startApiServer(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<ApiServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://api');
    const one = { isWatch: query.get('watch') === 'true', query };
    asked.push(one);
    answer(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    credentials: async () => ({ server: `http://127.0.0.1:${port}`, headers: {}, isInsecure: false }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
