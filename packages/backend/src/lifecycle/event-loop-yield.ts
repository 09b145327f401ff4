import { setImmediate } from 'node:timers/promises';

/** Lets long work on the main thread yield to other requests whenever it has run for `maxMs`. */
export class EventLoopYield {
  readonly #maxMs: number;
  #resumedMs = performance.now();
  #busyBeforeMs = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** How long the work has run so far, without the time in which it yielded. */
  get busyMs(): number {
    return this.#busyBeforeMs + performance.now() - this.#resumedMs;
  }

  /** Returns whether it yielded. */
  async yieldIfDue(): Promise<boolean> {
    const ranMs = performance.now() - this.#resumedMs;
    if (ranMs < this.#maxMs) return false;
    this.#busyBeforeMs += ranMs;
    await setImmediate();
    this.#resumedMs = performance.now();
    return true;
  }
}
