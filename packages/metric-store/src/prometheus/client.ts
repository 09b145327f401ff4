import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { MetricStoreError, type StoreErrorKind } from '../interface.ts';

const Answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        value: z.tuple([z.number(), z.string()]).optional(),
        values: z.array(z.tuple([z.number(), z.string()])).optional(),
      }),
    ),
  }),
});

const SeriesAnswer = z.object({ status: z.literal('success'), data: z.array(z.unknown()) });

export type QueryResult = z.infer<typeof Answer>['data']['result'];

const TIMEOUT_MS = 30_000;
/** Prometheus answers this when it moves samples to a file during a read. The next attempt finds them. */
const MOVED = /cannot populate chunk/;
const ASK_AGAIN = 3;
const ASK_AGAIN_AFTER_MS = 100;

/** HTTP client of a server with Prometheus' query API and remote write. */
export class PrometheusClient {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** A user name and password in the URL become a header. */
  constructor(address: string) {
    const url = new URL(address);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    this.#base = url.href.replace(/\/$/, '');
    const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    this.#headers = username ? { authorization: `Basic ${secret.toString('base64')}` } : {};
  }

  /** Without a user name and password. */
  get address(): string {
    return this.#base;
  }

  async write(body: Uint8Array, withinMs = TIMEOUT_MS): Promise<void> {
    const headers = {
      'content-type': 'application/x-protobuf',
      'content-encoding': 'snappy',
      'x-prometheus-remote-write-version': '0.1.0',
    };
    await this.#post('/api/v1/write', new Uint8Array(body), headers, withinMs);
  }

  async query(path: 'query' | 'query_range', form: Readonly<Record<string, string>>): Promise<QueryResult> {
    const text = await this.#ask(`/api/v1/${path}`, new URLSearchParams(form).toString());
    const answer = Answer.safeParse(parsed(text));
    if (!answer.success)
      throw new MetricStoreError('unavailable', 'the metric store gave an answer that is not understood');
    return answer.data.data.result;
  }

  /** Whether the server has a series that matches the selector between the two times. */
  async hasSeries(selector: string, fromMs: number, toMs: number): Promise<boolean> {
    const form = new URLSearchParams({ 'match[]': selector, limit: '1' });
    form.set('start', (fromMs / 1000).toFixed(3));
    form.set('end', (toMs / 1000).toFixed(3));
    const answer = SeriesAnswer.safeParse(parsed(await this.#ask('/api/v1/series', form.toString())));
    if (!answer.success)
      throw new MetricStoreError('unavailable', 'the metric store gave an answer that is not understood');
    return answer.data.data.length > 0;
  }

  async #ask(path: string, form: string): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let again = ASK_AGAIN; ; again--) {
      try {
        return await this.#post(path, form, headers);
      } catch (error) {
        if (again === 0 || !(error instanceof MetricStoreError && MOVED.test(error.message))) throw error;
      }
      await delay(ASK_AGAIN_AFTER_MS);
    }
  }

  async #post(
    path: string,
    body: Uint8Array<ArrayBuffer> | string,
    headers: Record<string, string>,
    withinMs = TIMEOUT_MS,
  ): Promise<string> {
    const response = await fetch(`${this.#base}${path}`, {
      method: 'POST',
      body,
      headers: { ...headers, ...this.#headers },
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    }).catch((cause: unknown) => {
      throw new MetricStoreError('unavailable', 'the metric store does not answer', { cause });
    });
    const text = await response.text();
    if (!response.ok)
      throw new MetricStoreError(
        kindOf(response.status),
        `the metric store refused (${response.status}): ${text.slice(0, 300)}`,
      );
    return text;
  }
}

function kindOf(status: number): StoreErrorKind {
  if (status === 429 || status === 503) return 'busy';
  return status === 400 || status === 422 ? 'badInput' : 'unavailable';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
