import {
  type FromAgent,
  MAX_TUNNEL_MESSAGE_BYTES,
  ToAgent,
  TUNNEL_PATH,
  TUNNEL_PING_MS,
} from '@gwanje/contract/objects/log-tunnel';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { Backoff, pause } from '../http/backoff.ts';
import { isTlsError, StatusError } from '../http/http.ts';
import type { ApiClient } from '../kubernetes/api-client.ts';
import type { RenewedConnections } from '../kubernetes/renewed-connections.ts';
import { LogStreams } from './log-streams.ts';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
const HANDSHAKE_WITHIN_MS = 15_000;
const CHECK_RIGHT_EVERY_MS = 60_000;
/** Exists in no cluster. The API server checks the right before it looks for the pod. */
const NO_POD_PATH = '/api/v1/namespaces/default/pods/gwanje-checks-its-right/log';

export interface LogTunnelOptions {
  readonly server: string;
  readonly connections: Pick<RenewedConnections, 'httpAgent' | 'renew' | 'explain'>;
  readonly readToken: () => Promise<string>;
  readonly api: ApiClient;
  readonly version: string;
  readonly logger: Logger;
  readonly firstWaitMs?: number;
  readonly maxWaitMs?: number;
}

/** Keeps one connection to the server, through which it asks for logs. The cluster needs no open port. */
export async function runLogTunnel(options: LogTunnelOptions, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff(options.firstWaitMs ?? FIRST_WAIT_MS, options.maxWaitMs ?? MAX_WAIT_MS);
  let lastReason: string | undefined;
  while (!signal.aborted) {
    const reason = await connect(options, signal, () => {
      backoff.reset();
      lastReason = undefined;
      options.logger.info({ server: options.server }, 'the server can ask for logs');
    });
    if (signal.aborted) return;
    if (reason !== lastReason)
      options.logger.warn(
        { server: options.server, reason },
        'no connection for logs: the agent tries again',
      );
    lastReason = reason;
    if (await pause(backoff.nextMs(), signal)) return;
  }
}

/** Resolves with the reason when the connection has ended. */
async function connect(
  { server, connections, readToken, api, version, logger, firstWaitMs }: LogTunnelOptions,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<string> {
  const url = `${server.replace(/^http/, 'ws')}${TUNNEL_PATH}`;
  const token = await readToken().catch((error: unknown) => String(error));
  const socket = new WebSocket(url, {
    agent: connections.httpAgent,
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    maxPayload: MAX_TUNNEL_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  using streams = new LogStreams({
    api,
    logger,
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    ...(firstWaitMs === undefined ? {} : { firstWaitMs }),
  });
  const ended = new AbortController();
  const closed = Promise.withResolvers<string>();
  let reason: string | undefined;
  let isAlive = true;
  const stop = () => socket.terminate();
  signal.addEventListener('abort', stop, { once: true });
  socket.on('open', () => {
    onOpen();
    void reportRight(api, version, socket, ended.signal);
  });
  socket.on('message', (data) => {
    isAlive = true;
    const message = ToAgent.safeParse(readJson(String(data)));
    if (message.success) streams.receive(message.data);
    else logger.debug('a message of the server is unknown to this version');
  });
  for (const event of ['ping', 'pong'] as const)
    socket.on(event, () => {
      isAlive = true;
    });
  socket.on('error', (error) => {
    reason = connections.explain(error).message;
    if (isTlsError(error)) connections.renew().catch(() => {});
  });
  socket.on('close', (code, text) => closed.resolve(reason ?? `closed: ${code} ${text}`));
  const pings = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (!isAlive) {
      reason = 'the server does not answer';
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, TUNNEL_PING_MS);
  try {
    return await closed.promise;
  } finally {
    clearInterval(pings);
    ended.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Says whether the manifest gave the right to read logs, and again when that changes. */
async function reportRight(
  api: ApiClient,
  version: string,
  socket: WebSocket,
  signal: AbortSignal,
): Promise<void> {
  let reported: boolean | null | undefined;
  do {
    const mayReadLogs = await hasRight(api, signal);
    if (signal.aborted) return;
    const hello: FromAgent = { type: 'hello', version, mayReadLogs };
    if (mayReadLogs !== reported) socket.send(JSON.stringify(hello));
    reported = mayReadLogs;
  } while (!(await pause(CHECK_RIGHT_EVERY_MS, signal)));
}

/** Null: the API server does not answer. */
async function hasRight(api: ApiClient, signal: AbortSignal): Promise<boolean | null> {
  try {
    (await api.open(NO_POD_PATH, { signal })).destroy();
    return true;
  } catch (error) {
    if (!(error instanceof StatusError)) return null;
    return error.status === 403 ? false : error.status === 404 ? true : null;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
