/**
 * Lets small batches wait for one another: a transaction and a write to the metric store cost more than the batch of a
 * node agent. A group begins at the earliest `gatherMs` after the previous one began. A batch that comes alone waits for
 * nothing.
 */
export class Gathering {
  #gatherMs: number;
  #beganMs = Number.NEGATIVE_INFINITY;
  #isHurried = false;
  #end: (() => void) | undefined;

  constructor(gatherMs: number) {
    this.#gatherMs = gatherMs;
  }

  /** Resolves when the next group may begin; undefined: at once. */
  wait(): Promise<void> | undefined {
    const waitMs = this.#isHurried ? 0 : this.#beganMs + this.#gatherMs - performance.now();
    this.#isHurried = false;
    if (waitMs > 0) return this.#waitFor(waitMs);
    this.#beganMs = performance.now();
    return undefined;
  }

  async #waitFor(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#end = resolve;
    await promise;
    clearTimeout(timer);
    this.#end = undefined;
    this.#isHurried = false;
    this.#beganMs = performance.now();
  }

  /** The next group begins at once. */
  hurry(): void {
    this.#isHurried = true;
    this.#end?.();
  }

  /** Every further group begins at once. */
  stop(): void {
    this.#gatherMs = 0;
    this.#end?.();
  }
}
