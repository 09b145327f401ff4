import { AppError } from '@gwanje/contract/definition/errors';
import { Semaphore } from 'async-mutex';

const RETRY_AFTER_S = 5;

/** Runs a few jobs at once, lets a few more wait and refuses the rest with `busy`. It bounds the memory the jobs hold. */
export class JobLimit {
  readonly #semaphore: Semaphore;
  readonly #maxJobs: number;
  #jobs = 0;

  constructor(concurrency: number, maxWaiting: number) {
    this.#semaphore = new Semaphore(concurrency);
    this.#maxJobs = concurrency + maxWaiting;
  }

  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#jobs >= this.#maxJobs) throw new AppError('busy', { retryAfterS: RETRY_AFTER_S });
    this.#jobs += 1;
    try {
      return await this.#semaphore.runExclusive(job);
    } finally {
      this.#jobs -= 1;
    }
  }
}
