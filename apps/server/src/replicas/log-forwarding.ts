import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { AppError } from '@gwanje/contract/definition/errors';
import { LogRequest, TUNNEL_PING_MS } from '@gwanje/contract/objects/log-tunnel';
import { LogEvent } from '@gwanje/contract/objects/logs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AgentTunnel, type LogTunnel, TunnelLost } from '../features/logs/agent-tunnel.ts';
import type { FindAtPeers, LogTunnels } from '../features/logs/log-tunnels.ts';
import type { ClusterOwnership } from './ownership/ownership.ts';
import type { PeerClient } from './peers/peer-client.ts';

const FIND_PATH = '/peer/log/tunnel';
const READ_PATH = '/peer/log/read';
const FIND_WITHIN_MS = 2000;
const IDLE_MS = 3 * TUNNEL_PING_MS;

const Find = z.object({ hostId: z.int() });
const Found = z.object({ connectedAtMs: z.number(), mayReadLogs: z.boolean().nullable() });
const Read = z.object({ hostId: z.int(), request: LogRequest });

/** Reads logs through agents that are connected to another replica. */
export function createLogFinder(
  ownership: Pick<ClusterOwnership, 'peers'>,
  client: Pick<PeerClient, 'post' | 'stream'>,
): FindAtPeers {
  async function ask(url: string, hostId: number): Promise<LogTunnel | undefined> {
    const request = { path: FIND_PATH, body: JSON.stringify({ hostId }), withinMs: FIND_WITHIN_MS };
    const answer = await client.post(url, request).catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    const found = Found.safeParse(jsonOf(answer.body.toString())).data;
    return found && { ...found, read: (request, signal) => readFrom(url, hostId, request, signal) };
  }

  async function* readFrom(
    url: string,
    hostId: number,
    request: LogRequest,
    signal: AbortSignal,
  ): AsyncGenerator<LogEvent, void> {
    const body = JSON.stringify({ hostId, request });
    const stop = new AbortController();
    try {
      const answer = await client.stream(url, {
        path: READ_PATH,
        body,
        idleMs: IDLE_MS,
        signal: AbortSignal.any([signal, stop.signal]),
      });
      // The next part is read when the event was taken: the other replica then waits, and with it the agent.
      for await (const line of linesOf(answer)) {
        const event = LogEvent.safeParse(jsonOf(line)).data;
        if (!event) continue;
        yield event;
        if (event.type === 'end') return;
      }
    } catch (cause) {
      if (!signal.aborted) throw new TunnelLost('the replica with the connection is gone', { cause });
    } finally {
      stop.abort();
    }
    if (!signal.aborted) throw new TunnelLost('the connection has ended');
  }

  return async (hostId) => {
    const found = await Promise.all(ownership.peers().map(({ url }) => ask(url, hostId)));
    // A replica may not know yet that its connection is dead.
    return found
      .filter((tunnel) => tunnel !== undefined)
      .toSorted((a, b) => b.connectedAtMs - a.connectedAtMs)[0];
  };
}

/** Lets the other replicas read through the agents that are connected to this one. */
export function registerForwardedLogs(app: FastifyInstance, logs: Pick<LogTunnels, 'findOwn'>): void {
  app.post(FIND_PATH, async ({ body }) => {
    const tunnel = logs.findOwn(parse(Find, body).hostId);
    if (!tunnel) throw new AppError('notFound');
    const { connectedAtMs, mayReadLogs } = tunnel;
    return { connectedAtMs, mayReadLogs };
  });
  app.post(READ_PATH, async ({ body }, reply) => {
    const { hostId, request } = parse(Read, body);
    const tunnel = logs.findOwn(hostId);
    if (!tunnel) throw new AppError('notFound');
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    reply.raw.flushHeaders();
    serve(tunnel, request, reply.raw).catch((err: unknown) => {
      if (!(err instanceof TunnelLost)) app.log.error({ err }, 'a forwarded log has failed');
      reply.raw.destroy();
    });
  });
}

async function serve(tunnel: AgentTunnel, request: LogRequest, response: ServerResponse): Promise<void> {
  const stop = new AbortController();
  response.once('close', () => stop.abort());
  const ping = setInterval(() => response.write('\n'), TUNNEL_PING_MS);
  try {
    for await (const event of tunnel.read(request, stop.signal)) {
      if (!response.write(`${JSON.stringify(event)}\n`))
        await once(response, 'drain', { signal: stop.signal }).catch(() => {});
    }
    response.end();
  } finally {
    clearInterval(ping);
  }
}

async function* linesOf(answer: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of answer) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(Buffer.isBuffer(body) ? jsonOf(body.toString()) : undefined);
  if (!parsed.success) throw new AppError('invalidParameter', { reason: 'not a request for a log' });
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
