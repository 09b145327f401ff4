import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import type { Cluster } from '../world/cluster.ts';
import type { Account } from './access.ts';
import { handleRequest } from './handle.ts';
import { sendError } from './responses.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** A server that can disconnect its clients without closing its port. */
export interface Doored extends Listening {
  shut(): void;
  open(): void;
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
  certificate: Certificate | undefined,
): Promise<Doored> {
  const server: Server = certificate
    ? createTlsServer({ key: certificate.key, cert: certificate.cert }, handle)
    : createServer(handle);
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0;
  const sockets = new Set<Socket>();
  let isShut = false;
  server.on('connection', (socket: Socket) => {
    if (isShut) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: portOf(server),
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      cut();
      await closed.promise;
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

export interface ApiServerOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: Certificate | undefined;
  readonly accounts: readonly Account[];
  readonly bookmarkMs?: number | undefined;
}

/** The API server in front of one cluster. */
export async function startApiServer(cluster: Cluster, options: ApiServerOptions): Promise<Listening> {
  const watches = new Set<() => void>();
  const context = {
    cluster,
    accounts: options.accounts,
    bookmarkMs: options.bookmarkMs,
    watchStarted(end: () => void, response: ServerResponse) {
      watches.add(end);
      response.once('close', () => watches.delete(end));
    },
  };
  const server = await listen(
    (request, response) => {
      cluster.timeline.catchUp();
      handleRequest(context, request, response).catch((error: unknown) =>
        sendError(request, response, error).catch(() => response.destroy()),
      );
    },
    options.host,
    options.port,
    options.certificate,
  );
  cluster.door = {
    shut: () => server.shut(),
    open: () => server.open(),
    endWatches() {
      for (const end of watches) end();
    },
  };
  return server;
}

/** A new certificate for every start, valid for this machine's names and the given host. */
export async function makeCertificate(host: string): Promise<Certificate> {
  const names = new Set(['localhost', '127.0.0.1', '::1', host]);
  const pems = await generate([{ name: 'commonName', value: 'gwanje-simulator' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 3_600_000),
    notAfterDate: new Date(Date.now() + 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...names].map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
