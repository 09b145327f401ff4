import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Disconnects all clients and refuses new ones, without closing the port. */
  shut(): void;
  open(): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: Certificate | undefined;
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { host, port, certificate }: ListenOptions,
): Promise<Listening> {
  const server: Server = certificate ? createTlsServer({ ...certificate }, handle) : createServer(handle);
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 0;
  const sockets = new Set<Socket>();
  let isShut = false;
  server.on('connection', (socket: Socket) => {
    if (isShut) socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The port of a cluster follows from the port of the control page.
  await listenAt({ host, port, variable: 'GWANJE_SIM_PORT' }, async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
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
