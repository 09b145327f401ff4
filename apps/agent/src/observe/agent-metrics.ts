import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { Counter, Gauge, Registry } from 'prom-client';

export type AgentMetrics = ReturnType<typeof createAgentMetrics>;

export function createAgentMetrics() {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'agent' });
  const registers = [registry];
  /** The value is read at each scrape. */
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  function counter<Label extends string>(name: string, help: string, label: Label) {
    return new Counter({ name: `gwanje_agent_${name}`, help, labelNames: [label], registers });
  }
  // Not the library's default metrics: they watch the event loop by a 10 ms timer, and every collection.
  gauge('process_resident_memory_bytes', 'Memory held', () => process.memoryUsage.rss());
  gauge('process_cpu_seconds_total', 'Processor time taken', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  return {
    registry,
    gauge,
    batches: counter('batches_total', 'Tries to send a batch, by what came of it', 'verdict'),
    droppedBatches: counter(
      'dropped_batches_total',
      'Batches lost: the buffer was full, the disk failed, or the server refused them',
      'reason',
    ),
    unreadable: counter(
      'unreadable_objects_total',
      'Objects of the Kubernetes API that were left out',
      'kind',
    ),
    listings: counter('listings_total', 'Full listings made', 'kind'),
    readings: counter(
      'kubelet_readings_total',
      'Rounds of one kubelet, by whether all of it was read',
      'result',
    ),
  };
}

/** Three addresses for the cluster's probes. No framework, because its memory would be used on every node. */
export async function openProbes(
  { host, port }: { readonly host?: string | undefined; readonly port: number },
  metrics: AgentMetrics,
  isReady: () => boolean,
): Promise<AsyncDisposable & { readonly port: number }> {
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
  await listenAt({ host: host ?? '', port, variable: 'GWANJE_AGENT_PORT' }, async () => {
    // Without a host, Node also listens where IPv6 is off.
    server.listen(port, host);
    await once(server, 'listening');
  });
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
