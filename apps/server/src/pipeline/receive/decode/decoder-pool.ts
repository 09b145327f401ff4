import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorDetail, type ErrorName } from '@gwanje/contract/definition/errors';
import type { Logger } from 'pino';
import type { BatchLimits } from '../ingest-limits.ts';
import type { DecodedBatch } from '../received-batch.ts';
import { refusal } from '../refusal.ts';

export interface DecodeJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: string | undefined;
  readonly limits: BatchLimits;
}

export interface Decoded {
  readonly batch: DecodedBatch;
  readonly plainBytes: number;
}

export type DecodeAnswer =
  | {
      /** JSON text: parsing a thousand objects takes half the time of copying them between threads. */
      readonly restJson: string;
      readonly samples: DecodedBatch['samples'];
      readonly plainBytes: number;
    }
  | { readonly errorName: ErrorName; readonly detail: ErrorDetail };

interface Waiting {
  readonly job: DecodeJob;
  readonly resolve: (decoded: Decoded) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly worker: Worker;
  waiting: Waiting | undefined;
}

const FILE = new URL('./decode-worker.ts', import.meta.url);
/** More than any accepted batch needs. A worker that runs out of memory while parsing would end the process. */
const MAX_HEAP_MB = 1024;
const MAX_WORKERS = 2;

/**
 * Worker threads that decode large batches. A large batch would block the main thread for 15 ms. Columns are transferred
 * without a copy. Clusters take turns.
 */
export class DecoderPool implements AsyncDisposable {
  readonly #logger: Logger;
  readonly #most: number;
  readonly #running = new Set<Running>();
  /** Waiting batches by cluster, in the order of the turns. */
  readonly #queues = new Map<number, Waiting[]>();
  #isClosed = false;

  constructor(logger: Logger, most = Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1))) {
    this.#logger = logger;
    this.#most = most;
  }

  decode(hostId: number, bytes: Buffer, encoding: string | undefined, limits: BatchLimits): Promise<Decoded> {
    const { promise, resolve, reject } = Promise.withResolvers<Decoded>();
    const queue = this.#queues.get(hostId) ?? [];
    // A copy that can be transferred: the buffer may be part of a larger one.
    queue.push({ job: { bytes: new Uint8Array(bytes), encoding, limits }, resolve, reject });
    this.#queues.set(hostId, queue);
    this.#dispatch();
    return promise;
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    while (this.#queues.size > 0) {
      const free = [...this.#running].find(({ waiting }) => !waiting) ?? this.#start();
      if (!free) return;
      const waiting = this.#next();
      if (!waiting) return;
      free.waiting = waiting;
      free.worker.ref();
      free.worker.postMessage(waiting.job, [waiting.job.bytes.buffer]);
    }
  }

  #next(): Waiting | undefined {
    const [first] = this.#queues;
    if (!first) return undefined;
    const [hostId, queue] = first;
    const waiting = queue.shift();
    this.#queues.delete(hostId);
    if (queue.length > 0) this.#queues.set(hostId, queue);
    return waiting;
  }

  #start(): Running | undefined {
    if (this.#running.size >= this.#most) return undefined;
    const worker = new Worker(FILE, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    const running: Running = { worker, waiting: undefined };
    this.#running.add(running);
    worker.unref();
    worker.on('message', (answer: DecodeAnswer) => {
      const { waiting } = running;
      running.waiting = undefined;
      worker.unref();
      if ('errorName' in answer) waiting?.reject(new AppError(answer.errorName, answer.detail));
      else waiting?.resolve(toDecoded(answer));
      this.#dispatch();
    });
    worker.on('error', (err) => {
      this.#logger.error({ err }, 'batch decoder failed');
      if ('code' in err && err.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        running.waiting?.reject(
          refusal('tooLarge', { field: 'body', what: 'needs more memory than a batch may use' }),
        );
      }
    });
    worker.on('exit', () => {
      this.#running.delete(running);
      // The batch may not be the cause, so the agent may resend it.
      running.waiting?.reject(new AppError('busy'));
      this.#dispatch();
    });
    return running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const queue of this.#queues.values()) for (const { reject } of queue) reject(new AppError('busy'));
    this.#queues.clear();
    await Promise.all([...this.#running].map(({ worker }) => worker.terminate()));
  }
}

function toDecoded({
  restJson,
  samples,
  plainBytes,
}: Exclude<DecodeAnswer, { errorName: ErrorName }>): Decoded {
  return { batch: { ...JSON.parse(restJson), samples }, plainBytes };
}
