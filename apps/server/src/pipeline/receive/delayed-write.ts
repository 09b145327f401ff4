import { Mutex } from 'async-mutex';
import type { Logger } from 'pino';

/** Runs a write a short time after it was scheduled, once for many calls, and a last time when it is disposed of. */
export class DelayedWrite implements AsyncDisposable {
  readonly #delayMs: number;
  readonly #logger: Logger;
  readonly #write: () => Promise<void>;
  readonly #mutex = new Mutex();
  #timer: NodeJS.Timeout | undefined;

  constructor(delayMs: number, logger: Logger, write: () => Promise<void>) {
    this.#delayMs = delayMs;
    this.#logger = logger;
    this.#write = write;
  }

  schedule(): void {
    this.#timer ??= setTimeout(() => void this.#run(), this.#delayMs).unref();
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#mutex.runExclusive(async () => {
      try {
        await this.#write();
      } catch (err) {
        this.#logger.warn({ err }, 'cannot write token uses or refusals');
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run();
    clearTimeout(this.#timer);
  }
}
