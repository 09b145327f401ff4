import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';

export interface PeerRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** How long the complete answer may take. */
  readonly withinMs: number;
  /** Ends the wait for the answer earlier. */
  readonly signal?: AbortSignal;
}

export interface PeerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PeerStreamRequest {
  readonly path: string;
  readonly body?: Buffer | string;
  /** The stream fails when nothing arrives for this long. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** The other replica gave no usable answer. The request may have had its effect. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
}

const CONNECT_WITHIN_MS = 2_000;
/** Shorter than the other side keeps an idle connection. */
const KEEP_ALIVE_MS = 60_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Sends requests to other replicas over kept connections. */
export class PeerClient {
  readonly #authorization: string;
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_WITHIN_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });

  constructor(secret: string) {
    this.#authorization = `Bearer ${secret}`;
  }

  async post(
    url: string,
    { path, headers, body = '', withinMs, signal: given }: PeerRequest,
  ): Promise<PeerAnswer> {
    const timeout = AbortSignal.timeout(withinMs);
    const signal = given ? AbortSignal.any([given, timeout]) : timeout;
    const options = {
      method: 'POST',
      headers: this.#headers(body, headers),
      body,
      signal,
    } as const;
    try {
      const answer = await this.#request(url, path, options);
      return { status: answer.statusCode, headers: answer.headers, body: await readAll(answer.body) };
    } catch (error) {
      throw timeout.aborted ? new PeerError(`${url}${path} did not answer within ${withinMs} ms`) : error;
    }
  }

  /** Opens an answer without an end. */
  async stream(url: string, { path, body = '', idleMs, signal }: PeerStreamRequest): Promise<Readable> {
    const answer = await this.#request(url, path, {
      method: 'POST',
      headers: this.#headers(body),
      body,
      signal,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
    if (answer.statusCode === 200) return answer.body;
    await answer.body.dump();
    throw new PeerError(`${url}${path} answered ${answer.statusCode}`);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #headers(body: Buffer | string, headers: PeerRequest['headers'] = {}): Record<string, string> {
    return {
      ...(body.length > 0 && { 'content-type': 'application/octet-stream' }),
      ...headers,
      authorization: this.#authorization,
    };
  }

  async #request(
    url: string,
    path: string,
    options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
  ): Promise<Dispatcher.ResponseData> {
    const answer = await request(new URL(path, url), { ...options, dispatcher: this.#agent }).catch(
      (cause: unknown) => {
        throw new PeerError(`${url}${path} cannot be reached: ${reasonOf(cause)}`, { cause });
      },
    );
    // Not the answer of a route: a client must not take it for one.
    if (answer.statusCode !== 401) return answer;
    await answer.body.dump();
    throw new PeerError(
      `${url} does not accept the secret of this installation: is it another installation?`,
    );
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new PeerError('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
