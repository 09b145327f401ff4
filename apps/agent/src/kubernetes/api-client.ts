import type { IncomingMessage } from 'node:http';
import { Connections, readText, StatusError } from '../http/http.ts';
import { parseProxy } from '../http/proxy.ts';
import type { Credentials, ReadCredentials } from './credentials.ts';

const REQUEST_IDLE_TIMEOUT_MS = 30_000;
/** The token file is read again after this time. The kubelet renews the token about hourly, before it expires. */
const REREAD_TOKEN_AFTER_MS = 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface ApiClientOptions {
  readonly freshMs?: number;
  /** The credentials could not be read again; the client continues with the previous ones. */
  readonly onReadError?: (error: unknown) => void;
}

/** Sends requests to the API server. Reads the credentials again when they are old or refused. */
export class ApiClient implements Disposable {
  readonly #read: ReadCredentials;
  readonly #freshMs: number;
  readonly #onReadError: (error: unknown) => void;
  #credentials: Credentials | undefined;
  #connections: Connections | undefined;
  #readAtMs = 0;
  #reading: Promise<void> | undefined;

  constructor(read: ReadCredentials, options: ApiClientOptions = {}) {
    this.#read = read;
    this.#freshMs = options.freshMs ?? REREAD_TOKEN_AFTER_MS;
    this.#onReadError = options.onReadError ?? (() => {});
  }

  /** Sends a GET and returns the body of a 200 response as a stream. Throws `StatusError` otherwise. */
  async open(
    path: string,
    options: { idleMs?: number; signal?: AbortSignal } = {},
  ): Promise<IncomingMessage> {
    const { credentials, connections } = await this.current();
    try {
      return await connections.open({
        url: new URL(`${credentials.server.replace(/\/$/, '')}${path}`),
        headers: {
          ...credentials.headers,
          accept: 'application/json, text/plain',
          'user-agent': 'gwanje-agent',
        },
        idleMs: options.idleMs ?? REQUEST_IDLE_TIMEOUT_MS,
        signal: options.signal,
      });
    } catch (error) {
      if (error instanceof StatusError && error.status === 401) this.#readAtMs = 0;
      throw error;
    }
  }

  async getJson(path: string, signal?: AbortSignal): Promise<unknown> {
    const answer = await this.open(path, signal ? { signal } : {});
    return JSON.parse(await readText(answer, MAX_ANSWER_BYTES, true));
  }

  /** Returns the credentials, read again if they are old. Kubelets accept the same token. */
  async current(): Promise<{ credentials: Credentials; connections: Connections }> {
    if (Date.now() - this.#readAtMs >= this.#freshMs) {
      this.#reading ??= this.#refresh().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    if (!this.#credentials || !this.#connections) throw new Error('no credentials');
    return { credentials: this.#credentials, connections: this.#connections };
  }

  async #refresh(): Promise<void> {
    const fresh = await this.#read().catch((error: unknown) => {
      // A read may fail while the file is being replaced. If the previous credentials have expired, the API
      // server answers 401 and the next request reads them again.
      if (!this.#credentials) throw error;
      this.#onReadError(error);
      return this.#credentials;
    });
    const isSame = this.#credentials && connectionKey(this.#credentials) === connectionKey(fresh);
    if (!isSame) {
      // Also closes open watches, which reconnect with the new certificates.
      this.#connections?.[Symbol.dispose]();
      const tls = {
        ...(fresh.ca ? { ca: fresh.ca } : {}),
        ...(fresh.cert ? { cert: fresh.cert } : {}),
        ...(fresh.key ? { key: fresh.key } : {}),
        ...(fresh.passphrase ? { passphrase: fresh.passphrase } : {}),
        ...(fresh.serverName ? { servername: fresh.serverName } : {}),
        rejectUnauthorized: !fresh.isInsecure,
      };
      const proxy = fresh.proxy === undefined ? undefined : parseProxy(fresh.proxy);
      this.#connections = new Connections(fresh.server.startsWith('https:'), tls, proxy);
    }
    this.#credentials = fresh;
    this.#readAtMs = Date.now();
  }

  [Symbol.dispose](): void {
    this.#connections?.[Symbol.dispose]();
  }
}

/** Everything except the headers: a new token needs no new connections. */
function connectionKey({ headers: _headers, ...connection }: Credentials): string {
  return JSON.stringify(connection);
}
