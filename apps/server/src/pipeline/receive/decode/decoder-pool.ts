import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError, type ErrorDetail, type ErrorName } from '@gwanje/contract/definition/errors';
import type { Logger } from 'pino';
import { FairQueue } from '../fair-queue.ts';
import type { BatchLimits, Hold } from '../in-flight.ts';
import type { DecodedBatch } from '../received-batch.ts';
import { refusal } from '../refusal.ts';
import { decodeBatch } from './decode.ts';
import { decompressSmall } from './decompress.ts';

export interface DecodeJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: string | undefined;
  readonly limits: BatchLimits;
}

interface Decoded {
  readonly batch: DecodedBatch;
  readonly plainBytes: number;
  /** The size of the batch without its samples. */
  readonly recordBytes: number;
}

export type DecodeAnswer =
  | {
      /** JSON text: parsing a thousand objects takes half the time of copying them between threads. */
      readonly restJson: string;
      readonly samples: DecodedBatch['samples'];
      readonly plainBytes: number;
    }
  | { readonly errorName: ErrorName; readonly detail: ErrorDetail };

interface Waiting extends Pick<PromiseWithResolvers<Decoded>, 'resolve' | 'reject'> {
  readonly job: DecodeJob;
}

interface Running {
  readonly worker: Worker;
  waiting: Waiting | undefined;
}

const FILE = new URL('./decode-worker.ts', import.meta.url);
/** More than any accepted batch needs. A worker that runs out of memory while parsing would end the process. */
const MAX_HEAP_MB = 1024;
const MAX_WORKERS = 2;
/** The bytes in flight are limited already. */
const NO_LIMIT = { entries: Number.POSITIVE_INFINITY, weight: Number.POSITIVE_INFINITY };
const UNLIMITED = { inAll: NO_LIMIT, perCluster: NO_LIMIT, turnWeight: 1 };

/**
 * Worker threads that decode large batches. A large batch would block the main thread for 15 ms. Columns are transferred
 * without a copy. Clusters take turns.
 */
export class DecoderPool implements AsyncDisposable {
  readonly #logger: Logger;
  readonly #most: number;
  readonly #running = new Set<Running>();
  readonly #queue = new FairQueue<Waiting>(UNLIMITED);
  #isClosed = false;

  constructor(logger: Logger, most = Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1))) {
    this.#logger = logger;
    this.#most = most;
  }

  decode(hostId: number, bytes: Buffer, encoding: string | undefined, limits: BatchLimits): Promise<Decoded> {
    const { promise, resolve, reject } = Promise.withResolvers<Decoded>();
    // A copy that can be transferred: the buffer may be part of a larger one.
    const job = { bytes: new Uint8Array(bytes), encoding, limits };
    this.#queue.add(hostId, { job, resolve, reject }, 1);
    this.#dispatch();
    return promise;
  }

  #dispatch(): void {
    while (!this.#isClosed && this.#queue.entries > 0) {
      const free = [...this.#running].find(({ waiting }) => !waiting) ?? this.#start();
      if (!free) return;
      for (const waiting of this.#queue.take(1)) {
        free.waiting = waiting;
        free.worker.ref();
        free.worker.postMessage(waiting.job, [waiting.job.bytes.buffer]);
      }
    }
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
      else {
        const { restJson, samples, plainBytes } = answer;
        const batch = { ...JSON.parse(restJson), samples };
        waiting?.resolve({ batch, plainBytes, recordBytes: restJson.length });
      }
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
    for (const { reject } of this.#queue.take(Number.POSITIVE_INFINITY)) reject(new AppError('busy'));
    await Promise.all([...this.#running].map(({ worker }) => worker.terminate()));
  }
}

/** Smaller batches are decoded faster on this thread than they are sent to another and back. */
const SMALL_WIRE_BYTES = 32 * 1024;
const SMALL_PLAIN_BYTES = 128 * 1024;

/** Decodes small batches on this thread. Large ones would block other requests, so a worker decodes them. */
export async function decodeBody(
  {
    hostId,
    wire,
    encoding,
  }: { readonly hostId: number; readonly wire: Buffer; readonly encoding: string | undefined },
  limits: BatchLimits,
  pool: DecoderPool,
  hold: Hold,
): Promise<Decoded> {
  const plain =
    wire.length < SMALL_WIRE_BYTES ? decompressSmall(wire, encoding, SMALL_PLAIN_BYTES) : undefined;
  if (plain) {
    hold.grow(plain.length);
    const batch = decodeBatch(plain, limits.recordBytes);
    const recordBytes = batch.inventory || batch.events || batch.manifests ? plain.length : 0;
    return { batch, plainBytes: plain.length, recordBytes };
  }
  const decoded = await pool.decode(hostId, wire, encoding, limits);
  hold.grow(decoded.plainBytes);
  return decoded;
}
