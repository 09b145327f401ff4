import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorDetail, type ErrorName } from '@gwanje/contract/errors';
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
      /** As text: a thousand objects are made from it in half the time that copying them from thread to thread takes. */
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
/** Above all that a batch which the parser may have can become: one that went beyond would end the whole process. */
const MOST_HEAP_MB = 1024;
const MOST_WORKERS = 2;

/**
 * Threads that decode large batches, started when the first comes. On the main thread one takes 15 ms, in which nobody
 * else is answered; from here its columns come over as they are. Clusters take turns.
 */
export class DecoderPool implements AsyncDisposable {
  readonly #logger: Logger;
  readonly #most: number;
  readonly #running = new Set<Running>();
  /** In the order of their turns. */
  readonly #queues = new Map<number, Waiting[]>();
  #isClosed = false;

  constructor(logger: Logger, most = Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1))) {
    this.#logger = logger;
    this.#most = most;
  }

  decode(hostId: number, bytes: Buffer, encoding: string | undefined, limits: BatchLimits): Promise<Decoded> {
    const { promise, resolve, reject } = Promise.withResolvers<Decoded>();
    const queue = this.#queues.get(hostId) ?? [];
    // A copy, which can be handed over: what is read may be a part of something larger.
    queue.push({ job: { bytes: new Uint8Array(bytes), encoding, limits }, resolve, reject });
    this.#queues.set(hostId, queue);
    this.#goOn();
    return promise;
  }

  #goOn(): void {
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
    const [turn] = this.#queues;
    if (!turn) return undefined;
    const [hostId, queue] = turn;
    const waiting = queue.shift();
    this.#queues.delete(hostId);
    if (queue.length > 0) this.#queues.set(hostId, queue);
    return waiting;
  }

  #start(): Running | undefined {
    if (this.#running.size >= this.#most) return undefined;
    const worker = new Worker(FILE, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
    const running: Running = { worker, waiting: undefined };
    this.#running.add(running);
    worker.unref();
    worker.on('message', (answer: DecodeAnswer) => {
      const { waiting } = running;
      running.waiting = undefined;
      worker.unref();
      if ('errorName' in answer) waiting?.reject(new AppError(answer.errorName, answer.detail));
      else waiting?.resolve(toDecoded(answer));
      this.#goOn();
    });
    worker.on('error', (err) => {
      this.#logger.error({ err }, 'a decoder has failed');
      if ('code' in err && err.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        running.waiting?.reject(
          refusal('tooLarge', { field: 'body', what: 'more memory than a batch may take' }),
        );
      }
    });
    worker.on('exit', () => {
      this.#running.delete(running);
      // Whatever made it fail is not sure to be the batch: it may be sent again.
      running.waiting?.reject(new AppError('busy'));
      this.#goOn();
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
