import type { IncomingMessage } from 'node:http';
import type { Credentials, ReadCredentials } from './credentials.ts';
import { Connections, readText, StatusError } from './http.ts';

const IDLE_MS = 30_000;
/** Tokens of service accounts are renewed hourly, well before they expire. */
const SERVICE_ACCOUNT_FRESH_MS = 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Sends requests to the API server. Reads the credentials again when they are old or refused. */
export class ApiClient implements Disposable {
  readonly #read: ReadCredentials;
  readonly #freshMs: number;
  #credentials: Credentials | undefined;
  #connections: Connections | undefined;
  #readAtMs = 0;
  #reading: Promise<void> | undefined;

  constructor(read: ReadCredentials, freshMs = SERVICE_ACCOUNT_FRESH_MS) {
    this.#read = read;
    this.#freshMs = freshMs;
  }

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
        idleMs: options.idleMs ?? IDLE_MS,
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

  /** The credentials also work for kubelets: they accept the same tokens on a node. */
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
      // The file is being replaced: the previous credentials are probably still valid.
      if (this.#credentials) return this.#credentials;
      throw error;
    });
    const isSame = this.#credentials && tlsText(this.#credentials) === tlsText(fresh);
    if (!isSame) {
      this.#connections?.[Symbol.dispose]();
      this.#connections = new Connections(fresh.server.startsWith('https:'), {
        ...(fresh.ca ? { ca: fresh.ca } : {}),
        ...(fresh.cert ? { cert: fresh.cert } : {}),
        ...(fresh.key ? { key: fresh.key } : {}),
        ...(fresh.passphrase ? { passphrase: fresh.passphrase } : {}),
        ...(fresh.serverName ? { servername: fresh.serverName } : {}),
        rejectUnauthorized: !fresh.isInsecure,
      });
    }
    this.#credentials = fresh;
    this.#readAtMs = Date.now();
  }

  [Symbol.dispose](): void {
    this.#connections?.[Symbol.dispose]();
  }
}

function tlsText({ headers: _headers, ...tls }: Credentials): string {
  return JSON.stringify(tls);
}
