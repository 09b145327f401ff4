import { AppError } from '@gwanje/contract/errors';

const RETRY_AFTER_S = 5;

/** A few at a time, a few that wait, and no more: what holds much memory must not be asked for without bound. */
export class Turns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= this.#atOnce) await this.#wait();
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new AppError('busy', { retryAfterS: RETRY_AFTER_S });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
