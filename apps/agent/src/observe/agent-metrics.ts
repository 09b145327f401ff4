import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Registry } from 'prom-client';

export interface AgentMetrics {
  readonly registry: Registry;
  readonly batches: Counter<'verdict'>;
  readonly droppedBatches: Counter<'reason'>;
  readonly unreadable: Counter<'kind'>;
  readonly listings: Counter<'kind'>;
  readonly readings: Counter<'result'>;
  /** The value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
}

export function createAgentMetrics(): AgentMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'agent' });
  const registers = [registry];
  const gauge: AgentMetrics['gauge'] = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  // Not the library's default metrics: they watch the event loop by a 10 ms timer, and every collection.
  gauge('process_resident_memory_bytes', 'Memory held', () => process.memoryUsage.rss());
  gauge('process_cpu_seconds_total', 'Processor time taken', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  return {
    registry,
    batches: new Counter({
      name: 'gwanje_agent_batches_total',
      help: 'Tries to send a batch, by what came of it',
      labelNames: ['verdict'],
      registers,
    }),
    droppedBatches: new Counter({
      name: 'gwanje_agent_dropped_batches_total',
      help: 'Batches lost: the buffer was full, the disk failed, or the server refused them',
      labelNames: ['reason'],
      registers,
    }),
    unreadable: new Counter({
      name: 'gwanje_agent_unreadable_objects_total',
      help: 'Objects of the Kubernetes API that were left out',
      labelNames: ['kind'],
      registers,
    }),
    listings: new Counter({
      name: 'gwanje_agent_listings_total',
      help: 'Full listings made',
      labelNames: ['kind'],
      registers,
    }),
    readings: new Counter({
      name: 'gwanje_agent_kubelet_readings_total',
      help: 'Rounds of one kubelet, by whether all of it was read',
      labelNames: ['result'],
      registers,
    }),
    gauge,
  };
}

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
