import { Agent, request } from 'node:http';
import { zstdDecompressSync } from 'node:zlib';
import type { Payload } from './fleet.ts';

export interface Answer {
  readonly status: number;
  /** As it was sent: large answers are compressed with zstd. */
  readonly content: Buffer;
  text(): string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

const UNAVAILABLE: Answer = { status: 503, content: Buffer.alloc(0), text: () => '' };
const RETRY_MS = 500;

/** Sends requests to one server over open connections. */
export class HttpClient implements Disposable {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor(port: number) {
    this.#port = port;
  }

  ask({ method, path, headers, body }: Request): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const options = { port: this.#port, host: '127.0.0.1', method, path, agent: this.#agent, headers };
    const sent = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const content = Buffer.concat(parts);
        const isCompressed = answer.headers['content-encoding'] === 'zstd';
        const text = () => (isCompressed ? zstdDecompressSync(content) : content).toString();
        resolve({ status: answer.statusCode ?? 0, content, text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** The tokens of one cluster. */
export type AgentTokens = Readonly<Record<Payload['role'], string>>;

/** Sends batches as agents do. Retries when the server is busy or unavailable, and counts the retries. */
export class BatchSender {
  readonly #httpClient: HttpClient;
  readonly #tokens: readonly AgentTokens[];
  retryCnt = 0;

  constructor(httpClient: HttpClient, tokens: readonly AgentTokens[]) {
    this.#httpClient = httpClient;
    this.#tokens = tokens;
  }

  /**
   * Resolves when the server has acknowledged the batch. Throws if it refuses the batch, or if the signal
   * aborts.
   */
  async send(payload: Payload, signal?: AbortSignal): Promise<void> {
    const { status, text } = await this.post(payload, signal);
    if (status !== 200) throw new Error(`batch refused: ${status} ${text().slice(0, 300)}`);
  }

  /** Retries while the server is busy or unavailable. Resolves with any other response, also a refusal. */
  async post({ cluster, role, body }: Payload, signal?: AbortSignal): Promise<Answer> {
    for (;;) {
      signal?.throwIfAborted();
      const answer = await this.#httpClient
        .ask({ method: 'POST', path: '/ingest/v1/batch', headers: this.#headers(cluster, role), body })
        .catch(() => UNAVAILABLE);
      if (answer.status !== UNAVAILABLE.status) return answer;
      this.retryCnt += 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #headers(cluster: number, role: Payload['role']): Record<string, string> {
    return {
      authorization: `Bearer ${this.#tokens[cluster]?.[role]}`,
      'content-type': 'application/json',
      'content-encoding': 'zstd',
    };
  }
}
