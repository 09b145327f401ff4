import { Worker } from 'node:worker_threads';
import { checkAggregateQuery, checkLatestQuery, checkSeriesQuery, checkTopQuery } from '../check-input.ts';
import {
  type Aggregate,
  type AggregateQuery,
  type AppendResult,
  type LatestAnswer,
  type LatestQuery,
  type MetricStore,
  MetricStoreError,
  type SampleBatch,
  type SeriesAnswer,
  type SeriesQuery,
  type StoreStats,
  type TopQuery,
  type TopRow,
} from '../interface.ts';
import { aggregatesOf } from '../series-table.ts';
import { defaultTiers } from '../tiers.ts';
import type { CoreOptions } from './core.ts';
import type { Calls, Reply } from './messages.ts';
import { unpackSeries } from './packed-series.ts';

export interface EmbeddedOptions extends Partial<Omit<CoreOptions, 'dir'>> {
  readonly dir: string;
  readonly now?: () => number;
  /** How often buckets are closed and old data dropped; null: only when `maintain` is called. */
  readonly maintainEveryMs?: number | null;
  readonly onMaintenanceError?: (error: unknown) => void;
}

export interface EmbeddedStore extends MetricStore {
  /** Closes buckets that are due, makes rollups, drops what is too old. */
  maintain(): Promise<void>;
}

export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { store, opened } = beginEmbeddedStore(options);
  await opened;
  return store;
}

/** To be asked at once: what is asked waits until it is open, and fails with it. */
export function beginEmbeddedStore(options: EmbeddedOptions): {
  readonly store: EmbeddedStore;
  readonly opened: Promise<void>;
} {
  const { now = Date.now, maintainEveryMs = 30_000, onMaintenanceError, ...core } = options;
  const coreOptions: CoreOptions = {
    tiers: defaultTiers,
    memoryLimitMb: 512,
    threads: 2,
    minFreeBytes: 256 * 2 ** 20,
    maxQueuedRows: 1_000_000,
    ...core,
  };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { options: coreOptions, nowMs: now() },
  });
  const store = new WorkerStore(worker, now);
  if (maintainEveryMs !== null)
    store.every(maintainEveryMs, () => store.maintain().catch((error) => onMaintenanceError?.(error)));
  const opened = store.ready;
  // Who does not wait for it hears of it with the first answer.
  opened.catch(() => {});
  return { store, opened };
}

class WorkerStore implements EmbeddedStore {
  readonly #worker: Worker;
  readonly #now: () => number;
  readonly #waiting = new Map<number, PromiseWithResolvers<Calls[keyof Calls]['answer']>>();
  readonly #ready = Promise.withResolvers<void>();
  #seq = 0;
  #timer: NodeJS.Timeout | undefined;
  #gone: MetricStoreError | undefined;

  constructor(worker: Worker, now: () => number) {
    this.#worker = worker;
    this.#now = now;
    worker.on('message', (message: 'ready' | Reply) => {
      if (message === 'ready') this.#ready.resolve();
      else this.#settle(message);
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('the metric store has ended')));
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  every(ms: number, work: () => Promise<void>): void {
    this.#timer = setInterval(() => void work(), ms).unref();
  }

  append(batches: readonly SampleBatch[]): Promise<AppendResult> {
    return this.#call('append', batches);
  }

  async series(query: SeriesQuery): Promise<SeriesAnswer> {
    checkSeriesQuery(query);
    return unpackSeries(query, await this.#call('series', query));
  }

  async top(query: TopQuery): Promise<readonly TopRow[]> {
    checkTopQuery(query);
    return this.#call('top', query);
  }

  async latest(query: LatestQuery): Promise<LatestAnswer> {
    checkLatestQuery(query);
    return this.#call('latest', query);
  }

  async aggregate(query: AggregateQuery): Promise<readonly Aggregate[]> {
    checkAggregateQuery(query);
    return aggregatesOf(unpackSeries(query, await this.#call('aggregate', query)));
  }

  stats(): Promise<StoreStats> {
    return this.#call('stats', null);
  }

  async maintain(): Promise<void> {
    await this.#call('maintain', null);
  }

  async copyTo(dir: string): Promise<'copied'> {
    await this.#call('copyTo', dir);
    return 'copied';
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#gone) return;
    await this.#call('close', null);
    await this.#worker.terminate();
  }

  #call<Name extends keyof Calls>(name: Name, args: Calls[Name]['args']): Promise<Calls[Name]['answer']> {
    if (this.#gone) return Promise.reject(this.#gone);
    const seq = ++this.#seq;
    const waiting = Promise.withResolvers<Calls[Name]['answer']>();
    // The worker answers each call with that call's kind of answer.
    this.#waiting.set(seq, waiting as PromiseWithResolvers<Calls[keyof Calls]['answer']>);
    this.#worker.postMessage({ seq, nowMs: this.#now(), name, args });
    return waiting.promise;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.seq);
    this.#waiting.delete(reply.seq);
    if (reply.ok) waiting?.resolve(reply.answer);
    else waiting?.reject(new MetricStoreError(reply.kind, reply.message));
  }

  #fail(cause: Error): void {
    this.#gone ??= new MetricStoreError('unavailable', cause.message, { cause });
    this.#ready.reject(this.#gone);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#gone);
    this.#waiting.clear();
  }
}
