import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { answerKubelet, type KubeletAnswer, plain } from '../kubelet/answer.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Account, authenticate, mayDo } from './access.ts';
import { type ApiContext, handleRequest } from './handle.ts';
import { sendError, sendText } from './responses.ts';
import { ApiError } from './status.ts';

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

export interface ApiServerOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate: Certificate | undefined;
  readonly accounts: readonly Account[];
  readonly bookmarkMs?: number | undefined;
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { host, port, certificate }: ApiServerOptions,
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
  server.listen(port, host);
  await once(server, 'listening');
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

const BOOKMARK_MS = 60_000;

/** The API server in front of one cluster. */
export async function startApiServer(cluster: Cluster, options: ApiServerOptions): Promise<Listening> {
  const watches = new Set<() => void>();
  const context: ApiContext = {
    cluster,
    accounts: options.accounts,
    bookmarkMs: options.bookmarkMs ?? BOOKMARK_MS,
    watchStarted(end, response) {
      watches.add(end);
      response.once('close', () => watches.delete(end));
    },
  };
  const server = await listen((request, response) => {
    cluster.timeline.catchUp();
    handleRequest(context, request, response).catch((error: unknown) =>
      sendError(request, response, error).catch(() => response.destroy()),
    );
  }, options);
  cluster.apiServer = {
    shut: server.shut,
    open: server.open,
    endWatches() {
      for (const end of watches) end();
    },
  };
  return server;
}

/** A kubelet with a separate port, for agents on the node. */
export async function startKubelet(
  cluster: Cluster,
  nodeName: string,
  options: ApiServerOptions,
): Promise<Listening> {
  return listen((request, response) => {
    cluster.timeline.catchUp();
    // A stopped kubelet does not answer at all.
    if (cluster.faults.silentNodes.has(nodeName)) {
      request.socket.destroy();
      return;
    }
    const path = URL.parse(request.url ?? '/', 'http://kubelet')?.pathname ?? '/';
    const { status, contentType, body } =
      refusalOf(path, request, options) ?? answerKubelet(cluster, nodeName, path);
    sendText(request, response, status, contentType, body).catch(() => response.destroy());
  }, options);
}

/** A kubelet checks the rights in the same way as the API server, and answers in plain text. */
function refusalOf(
  path: string,
  { headers: { authorization } }: IncomingMessage,
  { accounts }: ApiServerOptions,
): KubeletAnswer | undefined {
  if (authorization === undefined) return plain(401, 'Unauthorized');
  const subresource = path.startsWith('/stats/')
    ? 'stats'
    : path.startsWith('/metrics')
      ? 'metrics'
      : 'proxy';
  try {
    const user = authenticate(authorization, accounts);
    if (mayDo(user, { verb: 'get', group: '', resource: 'nodes', subresource })) return undefined;
    const what = `user=${user.user}, verb=get, resource=nodes, subresource(s)=[${subresource}]`;
    return plain(403, `Forbidden (${what})\n`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return plain(error.code, error.message);
  }
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
