import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { TUNNEL_PATH } from '@gwanje/contract/objects/log-tunnel';
import { Batch } from '@gwanje/kinds/batch';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { startAgent } from '../agent.ts';
import { readSettings } from '../settings.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { startForwardProxy } from '../testing/forward-proxy.ts';
import { startIngestServer } from '../testing/ingest-server.ts';
import { Connections } from './http.ts';
import { parseProxy, proxyFor } from './proxy.ts';

const CREDENTIALS = 'agent:pass%40word';
const SERVER = 'https://console.test';
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
  for (const name of VARIABLES.flatMap((one) => [one, one.toLowerCase()])) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  await stack.disposeAsync();
  vi.unstubAllEnvs();
});

describe('the proxy to an address', () => {
  it.each([
    [{ HTTPS_PROXY: 'http://p:3128' }, SERVER, 'http://p:3128/'],
    [{ https_proxy: 'http://p:3128' }, SERVER, 'http://p:3128/'],
    [{ HTTPS_PROXY: 'http://p:3128' }, 'http://console.test', undefined],
    [{ http_proxy: 'https://p' }, 'http://console.test', 'https://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'a.test,.console.test' }, 'https://eu.console.test', undefined],
    [{ HTTPS_PROXY: 'http://p', no_proxy: 'console.test' }, SERVER, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'console.test:8443' }, SERVER, 'http://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, SERVER, undefined],
    [{ HTTPS_PROXY: 'http://p' }, 'https://127.0.0.1:6443', undefined],
    [{}, SERVER, undefined],
  ])('with %o to %s is %s', (variables, address, proxy) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    expect(proxyFor(address)?.href).toBe(proxy);
  });

  it('must be http or https, and the error does not show its password', () => {
    expect(() => parseProxy('socks5://user:hunter2@p')).toThrow('must begin with http:// or https://');
    expect(() => parseProxy('http://user:hunter2@:x')).toThrow(/^(?!.*hunter2)/);
  });
});

/** A server with the address `SERVER`: takes batches and keeps the connection for logs. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'gwanje-proxy-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = await makeCertificate();
  const caFile = join(folder, 'ca.crt');
  writeFileSync(caFile, certificate.cert);
  const server = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { seq } = Batch.parse(JSON.parse(zstdDecompressSync(Buffer.concat(chunks)).toString('utf8')));
    response.end(JSON.stringify({ seq, settings: { sampleEveryMs: 1000 }, isResyncNeeded: false }));
    server.emit('batch', seq);
  });
  const tunnels = new WebSocketServer({ server, path: TUNNEL_PATH });
  stack.defer(() => {
    for (const socket of tunnels.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const batch = once(server, 'batch');
  const tunnel = once(tunnels, 'connection');
  return { folder, caFile, port, batch, tunnel };
}

/** Its API server is never there, and no proxy leads to it. */
async function runAgent({ folder, caFile }: { folder: string; caFile: string }) {
  const lines: string[] = [];
  const found = Promise.withResolvers<void>();
  const write = (line: string) => {
    lines.push(line);
    if (line.includes('do not accept') || line.includes('does not accept')) found.resolve();
  };
  const settings = readSettings(
    [
      ...['--role', 'cluster', '--server', SERVER, '--server-ca', caFile, '--token', 'the-token'],
      ...['--data-dir', join(folder, 'agent'), '--port', '0', '--host', '127.0.0.1'],
    ],
    {},
  );
  stack.use(
    await startAgent({
      settings,
      logger: pino({}, { write }),
      environment: {},
      readCredentials: async () => ({ server: 'https://api.test', headers: {}, isInsecure: false }),
      follow: { firstWaitMs: 10_000 },
      heartbeatEveryMs: 500,
    }),
  );
  return { lines, refused: found.promise };
}

describe('an agent behind a proxy', () => {
  it('sends batches and keeps the connection for logs through it, and asks it for nothing else', async () => {
    const server = await startServer();
    const proxy = stack.use(await startForwardProxy({ targetPort: server.port, credentials: CREDENTIALS }));
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { lines } = await runAgent(server);
    await Promise.all([server.batch, server.tunnel]);
    expect(new Set(proxy.requests)).toEqual(new Set(['CONNECT console.test:443']));
    const start = lines.find((line) => line.includes('the way to the server is a proxy'));
    expect(JSON.parse(start ?? '{}')).toMatchObject({ server: SERVER, proxy: proxy.origin });
    expect(lines.join()).not.toContain('pass');
  });

  it('says which proxy refuses its credentials without showing them, and goes on when it is let through', async () => {
    const server = await startServer();
    const proxy = stack.use(await startForwardProxy({ targetPort: server.port, credentials: CREDENTIALS }));
    proxy.refusal = 407;
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { lines, refused } = await runAgent(server);
    await refused;
    const line = lines.find((one) => one.includes('does not accept batches'));
    expect(JSON.parse(line ?? '{}').detail).toMatch(`proxy ${proxy.origin}: `);
    expect(line).toContain('407');
    expect(lines.join()).not.toContain('pass');
    proxy.refusal = undefined;
    await Promise.all([server.batch, server.tunnel]);
  });
});

describe('a request through a proxy', () => {
  const call = (address: string, idleMs = 5000) => ({
    url: new URL(`${address}/ingest/v1/batch`),
    method: 'POST' as const,
    headers: {},
    body: Buffer.from('{}'),
    idleMs,
  });

  it('to an address without TLS is forwarded', async () => {
    const ingest = stack.use(await startIngestServer());
    const proxy = stack.use(await startForwardProxy({ targetPort: Number(new URL(ingest.url).port) }));
    using connections = new Connections(false, {}, parseProxy(proxy.url));
    const answer = await connections.send(call('http://console.test'));
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(proxy.requests).toEqual(['POST http://console.test/ingest/v1/batch']);
    proxy.refusal = 407;
    const refused = connections.send(call('http://console.test'));
    await expect(refused).rejects.toThrow(`proxy ${proxy.origin}: status 407`);
  });

  it.each([403, 407])('that is refused with %i fails with the name of the proxy', async (refusal) => {
    const proxy = stack.use(await startForwardProxy({ targetPort: 1 }));
    proxy.refusal = refusal;
    using connections = new Connections(true, {}, parseProxy(proxy.url));
    await expect(connections.send(call(SERVER))).rejects.toThrow(new RegExp(`^proxy http:.*${refusal}`));
  });

  it('that does not answer, or is not there, fails with its name', async () => {
    const proxy = await startForwardProxy({ targetPort: 1 });
    proxy.isSilent = true;
    using connections = new Connections(true, {}, parseProxy(proxy.url));
    await expect(connections.send(call(SERVER, 150))).rejects.toThrow(`proxy ${proxy.origin}: `);
    await proxy[Symbol.asyncDispose]();
    const away = connections.send(call(SERVER));
    await expect(away).rejects.toThrow(`proxy ${proxy.origin}: connect ECONNREFUSED`);
  });
});
