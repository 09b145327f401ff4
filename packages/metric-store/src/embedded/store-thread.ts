import { Worker } from 'node:worker_threads';
import { MetricStoreError } from '../interface.ts';
import type { CoreOptions } from './core.ts';
import type { Calls, Reply, StoreState } from './messages.ts';

/** Before another thread is started in place of one that has ended. */
const RESTART_AFTER_MS = 1000;

export interface StoreThreadOptions {
  readonly core: CoreOptions;
  readonly now: () => number;
  readonly onAway?: ((error: MetricStoreError) => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}

/**
 * The thread of the store, from its owner's side. One that ends (its heap was exhausted, say) is followed by another:
 * what it has acknowledged is on the disk, and whoever waits for an answer is to ask again.
 */
export class StoreThread {
  readonly #options: StoreThreadOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<Calls[keyof Calls]['answer']>>();
  readonly #opened = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #seq = 0;
  #again: NodeJS.Timeout | undefined;
  #away: MetricStoreError | undefined;
  #isClosed = false;

  constructor(options: StoreThreadOptions) {
    this.#options = options;
    // Who does not wait for it hears of it with the first answer.
    this.#opened.promise.catch(() => {});
    this.#start();
  }

  /** Settles with the first attempt to open it. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  call<Name extends keyof Calls>(name: Name, args: Calls[Name]['args']): Promise<Calls[Name]['answer']> {
    const worker = this.#worker;
    if (!worker)
      return Promise.reject(
        this.#away ?? new MetricStoreError('unavailable', 'the metric store has been closed'),
      );
    const seq = ++this.#seq;
    const waiting = Promise.withResolvers<Calls[Name]['answer']>();
    // The worker answers each call with that call's kind of answer.
    this.#waiting.set(seq, waiting as PromiseWithResolvers<Calls[keyof Calls]['answer']>);
    worker.postMessage({ seq, nowMs: this.#options.now(), name, args });
    return waiting.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const worker = this.#worker;
    if (!worker) return;
    try {
      await this.call('close', null);
    } finally {
      await worker.terminate();
    }
  }

  #start(): void {
    const { core, now } = this.#options;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { options: core, nowMs: now() },
    });
    let cause = new Error('its thread has ended');
    worker.on('message', (message: StoreState | Reply) => {
      if ('seq' in message) this.#settle(message);
      else this.#stateTold(message);
    });
    worker.on('error', (error: Error) => {
      cause = error;
    });
    // Not before its end: until then it may still be writing, and two must not.
    worker.on('exit', () => this.#ended(cause));
    this.#worker = worker;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.seq);
    this.#waiting.delete(reply.seq);
    if (reply.ok) waiting?.resolve(reply.answer);
    else waiting?.reject(new MetricStoreError(reply.kind, reply.message));
  }

  #stateTold(message: StoreState): void {
    if (message.state === 'away') this.#goneAway(new MetricStoreError('unavailable', message.message));
    else {
      this.#opened.resolve();
      const wasAway = this.isAway;
      this.#away = undefined;
      if (wasAway) this.#options.onBack?.();
    }
  }

  #ended(cause: Error): void {
    const ended = new MetricStoreError('busy', `the metric store starts anew: ${cause.message}`, { cause });
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(ended);
    this.#waiting.clear();
    if (this.#isClosed) return;
    this.#goneAway(ended);
    this.#again = setTimeout(() => this.#start(), RESTART_AFTER_MS).unref();
  }

  #goneAway(error: MetricStoreError): void {
    const wasAway = this.isAway;
    this.#away = error;
    this.#opened.reject(error);
    if (!wasAway) this.#options.onAway?.(error);
  }
}
