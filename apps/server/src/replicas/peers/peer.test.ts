import { setTimeout } from 'node:timers/promises';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { AppError } from '@gwanje/contract/definition/errors';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeerClient } from './peer-client.ts';
import { createPeerServer } from './peer-server.ts';

const SECRET = 's'.repeat(43);

describe('a request to another replica', () => {
  const lines: string[] = [];
  let app: FastifyInstance;
  let url: string;
  const client = new PeerClient(SECRET);

  beforeAll(async () => {
    const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    app = createPeerServer({ secret: SECRET, logger, metrics: createMetrics('server') });
    app.post('/peer/echo', async ({ body, headers, socket }) => ({
      text: String(body),
      cluster: headers['x-cluster'],
      port: socket.remotePort,
    }));
    app.post('/peer/busy', async () => {
      throw new AppError('busy', { retryAfterS: 3 });
    });
    app.post('/peer/slow', () => setTimeout(60_000, '', { ref: false }));
    app.post('/peer/feed', async (_request, reply) => {
      reply.raw.writeHead(200);
      reply.raw.write('first');
      reply.hijack();
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await client.close();
    await app.close();
  });

  it('arrives with its headers and its bytes as they were sent, over a kept connection', async () => {
    const ports = new Set<number>();
    for (const text of ['{"not":', 'zstd bytes', '']) {
      const answer = await client.post(url, {
        path: '/peer/echo',
        headers: { 'x-cluster': '7', 'content-type': 'application/json' },
        body: Buffer.from(text),
        withinMs: 5_000,
      });
      const { port, ...rest } = JSON.parse(answer.body.toString());
      ports.add(port);
      expect({ status: answer.status, ...rest }).toEqual({ status: 200, text, cluster: '7' });
    }
    expect(ports.size).toBeLessThan(3);
  });

  it('gets the error of the other replica as its answer', async () => {
    const answer = await client.post(url, { path: '/peer/busy', withinMs: 5_000 });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
  });

  it.each([
    ['without a secret', {}],
    ['with a wrong secret', { authorization: `Bearer ${'t'.repeat(43)}` }],
    ['with the secret in another form', { authorization: SECRET }],
  ])('%s is refused on every address before its body is read', async (_, headers) => {
    for (const path of ['/peer/echo', '/peer/feed', '/nothing', '/%zz']) {
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: 'x'.repeat(1000) });
      expect([path, answer.status]).toEqual([path, path === '/%zz' ? 400 : 401]);
    }
  });

  it('fails when the other side is another installation, and no log names a secret', async () => {
    const stranger = new PeerClient('u'.repeat(43));
    await expect(stranger.post(url, { path: '/peer/echo', withinMs: 5_000 })).rejects.toThrow(
      'does not accept the secret',
    );
    await stranger.close();
    expect(lines.join('')).toContain('without the secret of the replicas');
    expect(lines.join('')).not.toMatch(/s{43}|t{43}|u{43}/);
  });

  it('that is too large is refused', async () => {
    const body = Buffer.alloc(17 * 1024 * 1024);
    const answer = await client.post(url, { path: '/peer/echo', body, withinMs: 20_000 });
    expect(answer.status).toBe(413);
  });

  it('fails with clear words after its time, and when nobody listens', async () => {
    await expect(client.post(url, { path: '/peer/slow', withinMs: 50 })).rejects.toThrow(
      'did not answer within 50 ms',
    );
    const signal = AbortSignal.abort(new Error('dead'));
    await expect(client.post(url, { path: '/peer/slow', withinMs: 5_000, signal })).rejects.toThrow('dead');
    await expect(client.post('http://127.0.0.1:9', { path: '/x', withinMs: 5_000 })).rejects.toThrow(
      'cannot be reached: ECONNREFUSED',
    );
  });

  it('may have an answer without an end, which fails when nothing arrives any more', async () => {
    const stop = new AbortController();
    const stream = await client.stream(url, { path: '/peer/feed', idleMs: 2_000, signal: stop.signal });
    const received: string[] = [];
    await expect(
      (async () => {
        for await (const chunk of stream) received.push(String(chunk));
      })(),
    ).rejects.toThrow('Body Timeout');
    expect(received).toEqual(['first']);
    await expect(
      client.stream(url, { path: '/nothing', idleMs: 2_000, signal: stop.signal }),
    ).rejects.toThrow('/nothing answered 404');
  });
});
