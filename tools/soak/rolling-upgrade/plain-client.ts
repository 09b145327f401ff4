import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { ask, isTemporary, type Question } from '../replicas/workload/http.ts';

export interface PlainClientOptions {
  /** The load balancer. */
  readonly url: string;
  readonly cookie: string;
}

const ANSWER_WITHIN_MS = 10_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;
const READS = [
  { method: 'GET', path: '/loginCheck' },
  { method: 'POST', path: '/pods/1/100', body: JSON.stringify({ _method: 'get' }) },
] as const;
type Read = Pick<Question, 'method' | 'body'> & { readonly path: string };

/** A script of a customer: it repeats a read that got no answer, or 503, as any HTTP client can, and gives up soon. */
export class PlainClient {
  readonly #options: PlainClientOptions;
  readonly failures: string[] = [];
  requestCnt = 0;
  retryCnt = 0;

  constructor(options: PlainClientOptions) {
    this.#options = options;
  }

  async readOnce(): Promise<void> {
    for (const read of READS) {
      this.requestCnt += 1;
      const failure = await this.#send(read);
      if (failure !== undefined) this.failures.push(`${new Date().toISOString()} ${read.path}: ${failure}`);
    }
  }

  /** Returns why the read failed, if it did. */
  async #send({ method, path, body }: Read): Promise<string | undefined> {
    const { url, cookie } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(url + API_PREFIX + path, {
        method,
        headers: {
          cookie: `${SESSION_COOKIE}=${cookie}`,
          origin: url,
          ...(body && { 'content-type': 'application/json' }),
        },
        body,
        withinMs: ANSWER_WITHIN_MS,
      });
      if (answer?.status === 200) return undefined;
      if (!isTemporary(answer) || attempt === MAX_ATTEMPTS)
        return answer ? `${answer.status} ${answer.text.slice(0, 200)}` : 'no answer';
      this.retryCnt += 1;
      await delay(RETRY_MS);
    }
  }
}
