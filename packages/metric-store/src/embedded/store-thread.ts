import { Worker } from 'node:worker_threads';
import { MetricStoreError, type StoreDamage } from '../interface.ts';
import type { CoreOptions } from './store-core.ts';
import type { AnswerOf, ArgsOf, Reply, Request, StoreState } from './store-requests.ts';

/** Delay before a new thread replaces one that has ended. */
const RESTART_AFTER_MS = 1000;

export interface StoreWorkerData {
  readonly options: CoreOptions;
  readonly nowMs: number;
}

interface WorkerEvents {
  readonly onMessage: (message: StoreState | Reply) => void;
  readonly onError: (error: Error) => void;
  /** Until then the thread may still write, and two writers would destroy the file. */
  readonly onExit: () => void;
}

export type StartStoreWorker = (
  workerData: StoreWorkerData,
  events: WorkerEvents,
) => Pick<Worker, 'postMessage' | 'terminate'>;

export const startThread: StartStoreWorker = (workerData, { onMessage, onError, onExit }) =>
  new Worker(new URL('./store-worker.ts', import.meta.url), { workerData })
    .on('message', onMessage)
    .on('error', onError)
    .on('exit', onExit);

export interface StoreThreadOptions {
  readonly core: CoreOptions;
  readonly now: () => number;
  /** Default: a new thread. */
  readonly startWorker?: StartStoreWorker | undefined;
  readonly onDown?: ((error: MetricStoreError) => void) | undefined;
  readonly onRecovered?: (() => void) | undefined;
  readonly onDamage?: ((damage: StoreDamage) => void) | undefined;
}

/**
 * Owns the worker thread of the store. When the thread ends (a fatal error of DuckDB, an exhausted heap), a
 * new one starts. Acknowledged samples are on disk, and calls without an answer fail with `busy`.
 */
export class StoreThread {
  readonly #options: StoreThreadOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<AnswerOf<Request['name']>>>();
  readonly #opened = Promise.withResolvers<void>();
  #worker: ReturnType<StartStoreWorker> | undefined;
  #seq = 0;
  #restartTimer: NodeJS.Timeout | undefined;
  #downError: MetricStoreError | undefined;
  #isClosed = false;

  constructor(options: StoreThreadOptions) {
    this.#options = options;
    // A caller that does not await `opened` gets the error with its first call.
    this.#opened.promise.catch(() => {});
    this.#start();
  }

  /** Settles with the first attempt to open the store. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  get isDown(): boolean {
    return this.#downError !== undefined;
  }

  call<Name extends Request['name']>(name: Name, args: ArgsOf<Name>): Promise<AnswerOf<Name>> {
    const worker = this.#worker;
    if (!worker)
      return Promise.reject(
        this.#downError ?? new MetricStoreError('unavailable', 'the metric store has been closed'),
      );
    const seq = ++this.#seq;
    const waiting = Promise.withResolvers<AnswerOf<Request['name']>>();
    this.#waiting.set(seq, waiting);
    worker.postMessage({ seq, nowMs: this.#options.now(), name, args });
    // The worker answers each call with the result type of that call.
    return waiting.promise as Promise<AnswerOf<Name>>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    const worker = this.#worker;
    if (!worker) return;
    try {
      await this.call('close', null);
    } catch (error) {
      // A store that never opened has nothing to close.
      if (!this.isDown) throw error;
    } finally {
      await worker.terminate();
    }
  }

  #start(): void {
    const { core, now, startWorker = startThread } = this.#options;
    let cause = new Error('the thread has ended');
    this.#worker = startWorker(
      { options: core, nowMs: now() },
      {
        onMessage: (message) => {
          if ('seq' in message) this.#settle(message);
          else this.#stateChanged(message);
        },
        onError: (error) => {
          cause = error;
        },
        onExit: () => this.#ended(cause),
      },
    );
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.seq);
    this.#waiting.delete(reply.seq);
    if (reply.ok) waiting?.resolve(reply.answer);
    else waiting?.reject(new MetricStoreError(reply.kind, reply.message));
  }

  #stateChanged(message: StoreState): void {
    if (message.state === 'damaged') this.#options.onDamage?.(message.damage);
    else if (message.state === 'down') this.#setDown(new MetricStoreError('unavailable', message.message));
    else {
      this.#opened.resolve();
      const wasDown = this.isDown;
      this.#downError = undefined;
      if (wasDown) this.#options.onRecovered?.();
    }
  }

  #ended(cause: Error): void {
    const ended = new MetricStoreError('busy', `the metric store restarts: ${cause.message}`, { cause });
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#downError ?? ended);
    this.#waiting.clear();
    if (this.#isClosed) return;
    this.#setDown(this.#downError ?? ended);
    this.#restartTimer = setTimeout(() => this.#start(), RESTART_AFTER_MS).unref();
  }

  #setDown(error: MetricStoreError): void {
    const wasDown = this.isDown;
    this.#downError = error;
    this.#opened.reject(error);
    if (!wasDown) this.#options.onDown?.(error);
  }
}
