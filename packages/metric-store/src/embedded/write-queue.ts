import type { SteppedBatch } from '../check-input.ts';
import { MetricStoreError } from '../interface.ts';

interface Waiting {
  readonly batches: readonly SteppedBatch[];
  readonly rows: number;
  readonly nowMs: number;
  readonly done: PromiseWithResolvers<void>;
}

/**
 * Rows per commit: enough that its cost is negligible, few enough that the first batch does not wait long.
 */
const GROUP_ROWS = 200_000;

/** Group commit: batches that arrive during one write are written together in the next. */
export class WriteQueue {
  readonly #write: (batches: readonly SteppedBatch[], nowMs: number) => Promise<void>;
  readonly #maxRows: number;
  #waiting: Waiting[] = [];
  #waitingRows = 0;
  #between: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(write: (batches: readonly SteppedBatch[], nowMs: number) => Promise<void>, maxRows: number) {
    this.#write = write;
    this.#maxRows = maxRows;
  }

  add(batches: readonly SteppedBatch[], rows: number, nowMs: number): Promise<void> {
    // An empty queue accepts a batch of any size.
    if (this.#waitingRows > 0 && this.#waitingRows + rows > this.#maxRows)
      return Promise.reject(new MetricStoreError('busy', 'too many samples are waiting to be stored'));
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ batches, rows, nowMs, done });
    this.#waitingRows += rows;
    this.#wake();
    return done.promise;
  }

  between(work: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#between.push(() => {
      work();
      resolve();
    });
    this.#wake();
    return promise;
  }

  async drained(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#waiting.length > 0 || this.#between.length > 0) this.#wake();
    });
  }

  async #run(): Promise<void> {
    for (;;) {
      for (const work of this.#between.splice(0)) work();
      const group = this.#take();
      const last = group.at(-1);
      if (!last) return;
      try {
        await this.#write(
          group.flatMap((entry) => entry.batches),
          last.nowMs,
        );
        for (const entry of group) entry.done.resolve();
      } catch (error) {
        for (const entry of group) entry.done.reject(error);
      }
    }
  }

  #take(): Waiting[] {
    let rows = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      if (count > 0 && rows + entry.rows > GROUP_ROWS) break;
      rows += entry.rows;
      count++;
    }
    this.#waitingRows -= rows;
    return this.#waiting.splice(0, count);
  }
}
