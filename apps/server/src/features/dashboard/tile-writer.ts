import { Worker } from 'node:worker_threads';
import { AppError } from '@gwanje/contract/errors';
import type { Logger } from 'pino';
import type { TileColumns, Tiles } from '../../live/views/dashboard.ts';
import type { Encoding } from '../../platform/http/encodings.ts';

export interface TileJob {
  readonly jobNo: number;
  readonly before: string;
  readonly after: string;
  readonly columns: TileColumns;
  /** Names that the thread has not been told yet. */
  readonly news: { readonly id: readonly number[]; readonly name: readonly string[] };
  /** All names told before are to be forgotten first. */
  readonly isAnew: boolean;
  readonly encoding: Encoding;
}

export interface TileAnswer {
  readonly jobNo: number;
  readonly content: Uint8Array;
}

interface Waiting {
  readonly promise: Promise<Buffer>;
  readonly resolve: (content: Buffer) => void;
  readonly reject: (error: Error) => void;
}

const FILE = new URL('./tile-worker.ts', import.meta.url);
const MOST_HEAP_MB = 512;
/** Each takes some 50 ms. */
const MOST_WAITING = 100;
/** Objects come and go; a new beginning now and then is cheaper than to follow them. */
const MOST_NAMES = 1_000_000;

/** Ids are numbers without large gaps: a bit each. */
class IdSet {
  #bits = new Uint8Array(0);
  size = 0;

  has(id: number): boolean {
    return ((this.#bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    const at = id >>> 3;
    if (at >= this.#bits.length) {
      const grown = new Uint8Array(2 * at + 1024);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (id & 7));
    this.size++;
  }

  clear(): void {
    this.#bits.fill(0);
    this.size = 0;
  }
}

/**
 * A thread that makes text of large dashboards and compresses it, started when the first is written: on the main thread
 * a hundred thousand tiles take as long again as finding and sorting them does, and nobody else is answered meanwhile.
 */
export class TileWriter implements AsyncDisposable {
  readonly #logger: Logger;
  readonly #waiting = new Map<number, Waiting>();
  readonly #told = new IdSet();
  #worker: Worker | undefined;
  #jobCnt = 0;
  #isClosed = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** `before` and `after`: the text around the columns. */
  async write(tiles: Tiles, before: string, after: string, encoding: Encoding): Promise<Buffer> {
    if (this.#isClosed || this.#waiting.size >= MOST_WAITING) throw new AppError('busy');
    const worker = this.#running();
    const isAnew = this.#told.size === 0 || this.#told.size + tiles.columns.id.length > MOST_NAMES;
    if (isAnew) this.#told.clear();
    const { columns } = tiles;
    const job: TileJob = {
      jobNo: ++this.#jobCnt,
      before,
      after,
      columns,
      news: this.#newsOf(tiles),
      isAnew,
      encoding,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#waiting.set(job.jobNo, { promise, resolve, reject });
    worker.ref();
    worker.postMessage(
      job,
      Object.values(columns).map(({ buffer }) => buffer),
    );
    return promise;
  }

  #newsOf({ nameAt, columns }: Tiles): TileJob['news'] {
    const news = { id: [] as number[], name: [] as string[] };
    for (let at = 0; at < columns.id.length; at++) {
      const id = columns.id[at] ?? 0;
      if (this.#told.has(id)) continue;
      this.#told.add(id);
      news.id.push(id);
      news.name.push(nameAt(at));
    }
    return news;
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(FILE, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
    this.#worker = worker;
    this.#told.clear();
    worker.on('message', ({ jobNo, content }: TileAnswer) => {
      this.#waiting.get(jobNo)?.resolve(Buffer.from(content.buffer, content.byteOffset, content.length));
      this.#waiting.delete(jobNo);
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (err) => this.#logger.error({ err }, 'the writer of dashboards has failed'));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(new AppError('busy'));
      this.#waiting.clear();
    });
    return worker;
  }

  /** After what is under way: a thread that is ended while it begins to compress takes the whole process with it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(Array.from(this.#waiting.values(), ({ promise }) => promise));
    await this.#worker?.terminate();
  }
}
