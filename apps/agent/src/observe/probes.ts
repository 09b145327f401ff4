import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentMetrics } from './agent-metrics.ts';

export interface Probes extends AsyncDisposable {
  readonly port: number;
}

/** Three addresses for the cluster's probes. No framework, because its memory would be used on every node. */
export async function openProbes(
  port: number,
  metrics: AgentMetrics,
  isReady: () => boolean,
): Promise<Probes> {
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/healthz': async (response) => send(response, 200, '{"status":"ok"}'),
    '/readyz': async (response) =>
      isReady() ? send(response, 200, '{"status":"ready"}') : send(response, 503, '{"status":"not ready"}'),
    '/metrics': async (response) => {
      const text = await metrics.registry.metrics();
      send(response, 200, text, metrics.registry.contentType);
    },
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (!answer) send(response, 404, '{"status":"not found"}');
    else answer(response).catch(() => response.destroy());
  });
  server.listen(port);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
