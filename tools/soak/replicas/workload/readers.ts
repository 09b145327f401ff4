import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { StreamEvent } from '@gwanje/kinds/calls/stream';
import { z } from 'zod';
import { Random } from '../../../simulator/src/core/random.ts';
import type { History } from '../history.ts';
import { ask } from './http.ts';

export interface ReaderOptions {
  readonly seed: number;
  readonly cookie: string;
  readonly origin: string;
  readonly replicas: readonly { readonly name: string; readonly url: string }[];
  readonly history: History;
}

const ANSWER_WITHIN_MS = 5000;
const STREAM_MS = [3000, 20_000] as const;
const PodPage = z.object({
  list: z.array(z.object({ name: z.string(), restartCnt: z.number(), isStale: z.boolean() })),
});

/** Reads the pods of a cluster on any replica, and then whether this replica is ready. */
export class ListReader {
  readonly #options: ReaderOptions;
  readonly #random: Random;
  readonly #markers: ReadonlyMap<number, string>;

  /** For each cluster the pod that shows the number of the last batch. */
  constructor(options: ReaderOptions, markers: ReadonlyMap<number, string>) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#markers = markers;
  }

  async readOnce(): Promise<void> {
    const { cookie, origin, replicas, history } = this.#options;
    const { name: replica, url } = this.#random.pick(replicas);
    const [hostId, marker] = this.#random.pick([...this.#markers]);
    const askedMs = Date.now();
    const answer = await ask(`${url}${API_PREFIX}/pods/1/1000`, {
      method: 'POST',
      headers: { cookie: `${SESSION_COOKIE}=${cookie}`, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ _method: 'get', filter: { hostId } }),
      withinMs: ANSWER_WITHIN_MS,
    });
    if (answer?.status !== 200) return;
    const ready = await ask(`${url}/readyz`, { method: 'GET', withinMs: ANSWER_WITHIN_MS });
    const { list } = PodPage.parse(Envelope.parse(JSON.parse(answer.text)).data);
    const markerRow = list.find(({ name }) => name === marker);
    history.lists.push({
      replica,
      hostId,
      askedMs,
      podNames: list.map(({ name }) => name),
      seq: markerRow?.restartCnt ?? 0,
      isMarked: (markerRow?.isStale ?? false) || ready?.status !== 200,
    });
  }
}

/** An open screen: a stream that goes on at another replica, from time to time and when it is cut. */
export class StreamReader {
  readonly #options: ReaderOptions;
  readonly #stream: number;
  readonly #random: Random;
  #lastEventId: string | undefined;

  constructor(options: ReaderOptions, stream: number) {
    this.#options = options;
    this.#stream = stream;
    this.#random = new Random(options.seed);
  }

  async follow(isEnded: () => boolean): Promise<void> {
    while (!isEnded()) {
      const { url } = this.#random.pick(this.#options.replicas);
      await this.#readFor(url, this.#random.int(...STREAM_MS), isEnded);
      await delay(200);
    }
  }

  async #readFor(url: string, forMs: number, isEnded: () => boolean): Promise<void> {
    const { cookie, origin } = this.#options;
    const headers: Record<string, string> = { cookie: `${SESSION_COOKIE}=${cookie}`, origin };
    if (this.#lastEventId !== undefined) headers['last-event-id'] = this.#lastEventId;
    const closing = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const endMs = performance.now() + forMs;
    const watch = setInterval(() => {
      if (isEnded() || performance.now() > endMs) closing.abort();
    }, 200);
    const sent = get(`${url}${API_PREFIX}/stream`, { headers, signal: closing.signal }, (answer) => {
      if (answer.statusCode === 200) {
        if (this.#lastEventId === undefined) this.#noteAlarms([]);
        this.#readLines(answer);
      } else answer.resume();
      answer.on('error', () => end());
      answer.on('close', () => end());
    });
    sent.on('error', () => end());
    await ended;
    clearInterval(watch);
  }

  /** An event counts only with its id: after a cut within a message the next replica sends it again. */
  #readLines(answer: IncomingMessage): void {
    let data: string | undefined;
    let id: string | undefined;
    const lines = createInterface({ input: answer });
    lines.on('error', () => {});
    lines.on('line', (line) => {
      if (line.startsWith('data: ')) data = line.slice('data: '.length);
      if (line.startsWith('id: ')) id = line.slice('id: '.length);
      if (line !== '') return;
      if (data !== undefined) this.#note(StreamEvent.parse(JSON.parse(data)));
      if (id !== undefined) this.#lastEventId = id;
      data = undefined;
      id = undefined;
    });
  }

  #note(event: StreamEvent): void {
    if (event.type === 'reset') this.#noteAlarms(null);
    if (event.type === 'alarm' || event.type === 'alarmChanged')
      this.#noteAlarms(event.list.map(({ alarmId }) => alarmId));
  }

  #noteAlarms(alarmIds: readonly number[] | null): void {
    this.#options.history.notices.push({ stream: this.#stream, atMs: Date.now(), alarmIds });
  }
}
