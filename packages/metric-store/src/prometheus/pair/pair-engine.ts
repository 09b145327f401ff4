import { setTimeout as delay } from 'node:timers/promises';
import { type EngineStats, type MetricStore, MetricStoreError } from '../../interface.ts';
import { PrometheusClient } from '../client.ts';
import { type PrometheusOptions, type RangeOf, rangeReader, readersOf } from '../prometheus-store.ts';
import { type QueuedWrite, WriteQueue } from './write-queue.ts';

export interface PairEngineOptions extends PrometheusOptions {
  readonly queueDir: string;
  readonly maxQueueBytes: number;
  readonly retryEveryMs: number;
  readonly onAway: (engine: string, error: unknown) => void;
  readonly onBack: (engine: string) => void;
  /** Writes that this engine never gets. */
  readonly onLost: (engine: string, writeCnt: number, reason: unknown) => void;
}

export type WriteOutcome = 'stored' | 'refused' | 'away';

/** An engine that does not answer within this time is away: it must not delay the acknowledgements of agents. */
const WRITE_WITHIN_MS = 5000;

/** One engine of a pair. While it is away, its writes wait on the disk. */
export class PairEngine implements AsyncDisposable {
  readonly name: string;
  readonly read: Pick<MetricStore, 'series' | 'aggregate' | 'latest' | 'top'>;
  readonly #options: PairEngineOptions;
  readonly #client: PrometheusClient;
  readonly #queue: WriteQueue;
  readonly #ended = new AbortController();
  #rangeOf: RangeOf | undefined;
  #isAnswering = true;
  #lostCnt = 0;
  #draining: Promise<void> | undefined;

  static async open(options: PairEngineOptions): Promise<PairEngine> {
    const queue = await WriteQueue.open(options.queueDir, options.maxQueueBytes);
    const engine = new PairEngine(options, queue);
    if (queue.isEmpty) engine.#check();
    else engine.#drain();
    return engine;
  }

  private constructor(options: PairEngineOptions, queue: WriteQueue) {
    this.#options = options;
    this.#queue = queue;
    this.#client = new PrometheusClient(options.url);
    this.name = this.#client.address;
    this.read = readersOf(this.#client, () => this.#findRangeOf(), options);
  }

  get stats(): EngineStats {
    const { name } = this;
    return {
      name,
      isAnswering: this.#isAnswering,
      waitingBytes: this.#queue.bytes,
      lostCnt: this.#lostCnt,
    };
  }

  async write(body: Uint8Array): Promise<WriteOutcome> {
    if (!this.#isAnswering) return 'away';
    try {
      await this.#client.write(body, WRITE_WITHIN_MS);
      return 'stored';
    } catch (error) {
      if (error instanceof MetricStoreError && error.kind === 'badInput') return 'refused';
      this.#markAway(error);
      return 'away';
    }
  }

  /** Keeps a write that the other engine has stored. */
  async keep(body: Uint8Array): Promise<void> {
    try {
      const removedCnt = await this.#queue.add(body);
      if (removedCnt > 0) this.lose(removedCnt, 'the queue is full');
    } catch (error) {
      this.lose(1, error);
    }
    this.#drain();
  }

  lose(writeCnt: number, reason: unknown): void {
    this.#lostCnt += writeCnt;
    this.#options.onLost(this.name, writeCnt, reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#draining;
  }

  async #findRangeOf(): Promise<RangeOf> {
    this.#rangeOf ??= await rangeReader(this.#client);
    return this.#rangeOf;
  }

  /** A server without clusters writes nothing, and must know too whether the engine answers. */
  #check(): void {
    void this.#findRangeOf().catch((error: unknown) => {
      if (!this.#ended.signal.aborted) this.#markAway(error);
    });
  }

  #markAway(error: unknown): void {
    if (this.#isAnswering) this.#options.onAway(this.name, error);
    this.#isAnswering = false;
    this.#drain();
  }

  #drain(): void {
    this.#draining ??= this.#sendWaiting().finally(() => {
      this.#draining = undefined;
    });
  }

  /** Runs until the engine answers and has everything. */
  async #sendWaiting(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      const write = this.#queue.first();
      if (!write && this.#isAnswering) return;
      try {
        await (write ? this.#send(write) : rangeReader(this.#client));
        if (!this.#isAnswering) this.#options.onBack(this.name);
        this.#isAnswering = true;
      } catch (error) {
        this.#markAway(error);
        await delay(this.#options.retryEveryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async #send(write: QueuedWrite): Promise<void> {
    const body = await this.#queue.read(write);
    try {
      if (body) await this.#client.write(body);
    } catch (error) {
      if (!(error instanceof MetricStoreError && error.kind === 'badInput')) throw error;
      this.lose(1, error);
    }
    await this.#queue.remove(write);
  }
}
