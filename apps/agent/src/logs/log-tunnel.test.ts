import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TUNNEL_PATH } from '@gwanje/contract/objects/log-tunnel';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ApiClient } from '../kubernetes/api-client.ts';
import { openRenewedConnections } from '../kubernetes/renewed-connections.ts';
import { runLogTunnel } from './log-tunnel.ts';

let stack: AsyncDisposableStack;
let sockets: WebSocketServer;
let api: Server;
let rightStatus: number;
let running: Promise<void>;

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  rightStatus = 404;
  const web = createServer();
  sockets = new WebSocketServer({ server: web, path: TUNNEL_PATH });
  api = createServer((_request, response) => response.writeHead(rightStatus).end('{}'));
  const server = `http://127.0.0.1:${await portOf(web)}`;
  const apiUrl = `http://127.0.0.1:${await portOf(api)}`;
  const client = stack.use(new ApiClient(async () => ({ server: apiUrl, headers: {}, isInsecure: false })));
  const connections = stack.use(await openRenewedConnections(false, async () => ({})));
  const stop = new AbortController();
  stack.defer(async () => {
    stop.abort();
    await running;
    api.closeAllConnections();
    api.close();
    sockets.close();
    web.close();
  });
  running = runLogTunnel(
    {
      server,
      connections,
      readToken: async () => 'the-token',
      api: client,
      version: '0.1.0',
      logger: pino({ level: 'silent' }),
      firstWaitMs: 10,
    },
    stop.signal,
  );
});
afterEach(() => stack.disposeAsync());

async function connected(): Promise<{
  socket: WebSocket;
  authorization: string | undefined;
  hello: unknown;
}> {
  const [socket, request] = await once(sockets, 'connection');
  const [data] = await once(socket, 'message');
  return { socket, authorization: request.headers.authorization, hello: JSON.parse(String(data)) };
}

it('connects with the token, says that it may read logs, and connects again after a cut', async () => {
  const first = await connected();
  expect(first).toMatchObject({
    authorization: 'Bearer the-token',
    hello: { type: 'hello', version: '0.1.0', mayReadLogs: true },
  });
  rightStatus = 403;
  first.socket.terminate();
  expect((await connected()).hello).toMatchObject({ mayReadLogs: false });
});
