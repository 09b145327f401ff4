import { createMetrics } from '@gwanje/backend/observe/metrics';
import { type LogRequest, type ToAgent, TUNNEL_CREDIT_BYTES } from '@gwanje/contract/objects/log-tunnel';
import type { LogEvent } from '@gwanje/contract/objects/logs';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentTunnel } from '../features/logs/agent-tunnel.ts';
import { readSource } from '../features/logs/log-source.ts';
import { LogTunnels } from '../features/logs/log-tunnels.ts';
import { createLogFinder, registerForwardedLogs } from './log-forwarding.ts';
import { PeerClient } from './peers/peer-client.ts';
import { createPeerServer } from './peers/peer-server.ts';

const HOST_ID = 7;
const SECRET = 's'.repeat(43);
const REQUEST: LogRequest = {
  namespace: 'shop',
  pod: 'web-1',
  uid: 'uid-1',
  container: 'web',
  isPrevious: false,
  isFollowed: true,
  sinceTime: null,
  untilTime: null,
  tailLines: 10,
  resume: null,
  linesPerSecond: 2000,
};
const timeOf = (nanos: number) => `2026-11-18T03:12:00.${String(nanos).padStart(9, '0')}Z`;

describe('the log of an agent that is connected to another replica', () => {
  const client = new PeerClient(SECRET);
  const toAgent: ToAgent[] = [];
  let sent = Promise.withResolvers<void>();
  let other: FastifyInstance;
  let tunnel: AgentTunnel;
  let here: LogTunnels;

  function connect(connectedAtMs: number): AgentTunnel {
    const send = (text: string) => {
      toAgent.push(JSON.parse(text));
      sent.resolve();
      sent = Promise.withResolvers();
    };
    return new AgentTunnel({ send, close() {} }, connectedAtMs);
  }

  beforeEach(async () => {
    toAgent.length = 0;
    const there = new LogTunnels();
    tunnel = connect(1);
    there.add(HOST_ID, tunnel);
    other = createPeerServer({
      secret: SECRET,
      logger: pino({ level: 'silent' }),
      metrics: createMetrics('server'),
    });
    registerForwardedLogs(other, there);
    const url = await other.listen({ host: '127.0.0.1', port: 0 });
    here = new LogTunnels();
    here.usePeers(createLogFinder({ peers: () => [{ url } as never] }, client));
  });
  afterEach(() => other.close());
  afterAll(() => client.close());

  async function opened(index = 0): Promise<Extract<ToAgent, { type: 'open' }>> {
    for (;;) {
      const found = toAgent.filter((message) => message.type === 'open')[index];
      if (found) return found;
      await sent.promise;
    }
  }

  function lines(source: number, nanos: number, text = `line ${nanos}`): string {
    const event: LogEvent = {
      type: 'lines',
      source,
      list: [[timeOf(nanos), text]],
      position: `${timeOf(nanos)}/1/0`,
    };
    return JSON.stringify(event);
  }

  it('is read through that replica, and goes on after the last line when the agent connects here', async () => {
    const stop = new AbortController();
    const events = readSource(
      { tunnels: here, hostId: HOST_ID, request: REQUEST, now: () => new Date(), findAgainMs: 5 },
      stop.signal,
    );
    const first = events.next();
    const { stream } = await opened();
    tunnel.receive(lines(stream, 1));
    expect((await first).value).toMatchObject({ list: [[timeOf(1), 'line 1']] });
    const lost = events.next();
    await other.close();
    tunnel.closed();
    expect((await lost).value).toMatchObject({ type: 'state', state: 'agentGone' });
    tunnel = connect(2);
    here.add(HOST_ID, tunnel);
    const next = events.next();
    const again = await opened(1);
    expect(again.request.resume).toBe(`${timeOf(1)}/1/0`);
    tunnel.receive(lines(again.stream, 2));
    expect((await next).value).toMatchObject({ list: [[timeOf(2), 'line 2']] });
    stop.abort();
    await events.return();
  });

  it('is granted to the agent only as fast as it is taken here', async () => {
    const found = await here.find(HOST_ID);
    const events = found?.read(REQUEST, new AbortController().signal);
    const first = events?.next();
    const { stream } = await opened();
    let sentBytes = 0;
    const message = lines(stream, 1, 'x'.repeat(16_000));
    const granted = () =>
      toAgent.reduce((sum, one) => sum + (one.type === 'credit' ? one.bytes : 0), TUNNEL_CREDIT_BYTES);
    // Until the sockets between the replicas are full, nothing is taken but still granted.
    for (let idleTurns = 0; idleTurns < 300; idleTurns++) {
      while (sentBytes < granted()) {
        tunnel.receive(message);
        sentBytes += message.length;
        idleTurns = 0;
      }
      expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(tunnel.queuedBytes).toBeLessThanOrEqual(TUNNEL_CREDIT_BYTES + message.length);
    let cnt = 1;
    expect((await first)?.value).toMatchObject({ type: 'lines' });
    for (; cnt < Math.floor(sentBytes / message.length); cnt++) await events?.next();
    await events?.return();
  });
});
