import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { z } from 'zod';
import { errorOfProxy } from './proxy.ts';

export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;
  constructor(status: number, detail: string) {
    super(`status ${status}${detail === '' ? '' : `: ${detail}`}`);
    this.status = status;
  }
}

const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|HOSTNAME/;

/** The certificate of the server is not trusted. */
export function isTlsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TLS_CODE.test(String(error.code));
}

export interface Call {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The request fails after this time without data. */
  readonly idleMs: number;
  readonly signal?: AbortSignal | undefined;
}

const DETAIL_BYTES = 2000;
const PROXY_AUTHENTICATION_REQUIRED = 407;

export type TlsOptions = Pick<
  AgentOptions,
  'ca' | 'cert' | 'key' | 'passphrase' | 'servername' | 'rejectUnauthorized'
>;

/** Connections to one server, reused and shared. */
export class Connections implements Disposable {
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #isTls: boolean;
  readonly #proxy: URL | undefined;

  constructor(isTls: boolean, tls: TlsOptions = {}, proxy?: URL) {
    const shared = {
      keepAlive: true,
      // The kernel notices within 20 s that the other side of an idle watch has gone.
      keepAliveMsecs: 10_000,
      maxFreeSockets: 16,
      scheduling: 'lifo',
      // Whether there is a proxy is decided already.
      ...(proxy && { proxyEnv: { HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href } }),
    } as const;
    this.#proxy = proxy;
    this.#isTls = isTls;
    this.#agent = isTls ? new HttpsAgent({ ...shared, ...tls }) : new HttpAgent(shared);
  }

  get httpAgent(): HttpAgent {
    return this.#agent;
  }

  /** An error with the name of the proxy, unless the server itself is not trusted. */
  explain(error: Error): Error {
    return this.#proxy && !isTlsError(error) ? errorOfProxy(this.#proxy, error) : error;
  }

  /** Resolves with the response head for any status. The caller reads or destroys the body. */
  send(call: Call): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const send = this.#isTls ? requestHttps : requestHttp;
      const request = send(call.url, {
        agent: this.#agent,
        method: call.method ?? 'GET',
        headers: { ...call.headers, ...(call.body ? { 'content-length': String(call.body.length) } : {}) },
        ...(call.signal ? { signal: call.signal } : {}),
        // Also while the proxy opens the way, before there is a socket.
        timeout: call.idleMs,
      });
      let answer: IncomingMessage | undefined;
      request.setTimeout(call.idleMs, () => {
        const error = new Error(`nothing came for ${call.idleMs} ms`);
        if (answer) answer.destroy(error);
        else request.destroy(error);
      });
      request.once('response', (message) => {
        answer = message;
        if (this.#proxy && message.statusCode === PROXY_AUTHENTICATION_REQUIRED) {
          message.destroy();
          reject(this.explain(new Error(`status ${PROXY_AUTHENTICATION_REQUIRED}`)));
        } else resolve(message);
      });
      request.on('error', (error) => reject(this.explain(error)));
      request.end(call.body);
    });
  }

  /** Returns the body of a 200 response. Throws for any other status. */
  async open(call: Call): Promise<IncomingMessage> {
    const answer = await this.send(call);
    if (answer.statusCode === 200) return answer;
    throw new StatusError(answer.statusCode ?? 0, detailOf(await readText(answer, DETAIL_BYTES)));
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** The server answered, but its content is invalid or too large. */
export function isBrokenAnswer(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof TooLargeError || error instanceof z.ZodError;
}

/** True: the server answered, with an error or with content that cannot be used. */
export function isErrorAnswer(error: unknown): boolean {
  return error instanceof StatusError || isBrokenAnswer(error);
}

/**
 * Reads at most this many bytes. A longer body is cut off (for an error detail), or is an error (`isWhole`).
 */
export async function readText(answer: IncomingMessage, maxBytes: number, isWhole = false): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes: Buffer = chunk;
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxBytes) {
      answer.destroy();
      if (isWhole) throw new TooLargeError(`the answer is larger than ${maxBytes} bytes`);
      break;
    }
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, maxBytes);
}

const NEWLINE = 0x0a;

/** Yields the lines of a stream. A line over the limit is an error, so that it cannot fill the memory. */
export async function* linesOf(answer: IncomingMessage, longestBytes: number): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of answer) {
    let bytes: Buffer = chunk;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
      const head = bytes.subarray(0, end);
      const line = restBytes === 0 ? head.toString('utf8') : Buffer.concat([...rest, head]).toString('utf8');
      rest = [];
      restBytes = 0;
      bytes = bytes.subarray(end + 1);
      if (line !== '') yield line;
    }
    if (bytes.length === 0) continue;
    rest.push(bytes);
    restBytes += bytes.length;
    if (restBytes > longestBytes) throw new TooLargeError(`a line is longer than ${longestBytes} bytes`);
  }
  // The rest has no line end: the connection was cut inside a line.
}

/** The message of a Kubernetes status, otherwise the whole text. */
function detailOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) return String(parsed.message);
  } catch {
    // Not JSON: kubelets answer in plain text.
  }
  return text.trim();
}
