import type { Logger } from 'pino';

/** Does a chore a moment after it was asked for, once however often it was asked; on leaving, a last time. */
export class Soon implements AsyncDisposable {
  readonly #delayMs: number;
  readonly #chore: () => Promise<void>;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(delayMs: number, logger: Logger, chore: () => Promise<void>) {
    this.#delayMs = delayMs;
    this.#logger = logger;
    this.#chore = chore;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#delayMs).unref();
  }

  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#running.then(async () => {
      try {
        await this.#chore();
      } catch (err) {
        this.#logger.warn({ err }, 'cannot write down what agents did');
      }
    });
    return this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.now();
    clearTimeout(this.#timer);
  }
}
