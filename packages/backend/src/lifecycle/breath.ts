import { setImmediate as nextTurn } from 'node:timers/promises';

/** For long work on the main thread: gives way to what is waiting whenever it has gone on for so long. */
export class Breath {
  readonly #stretchMs: number;
  #sinceMs = performance.now();

  constructor(stretchMs: number) {
    this.#stretchMs = stretchMs;
  }

  /** Answers whether others have had their turn. */
  async take(): Promise<boolean> {
    if (performance.now() - this.#sinceMs < this.#stretchMs) return false;
    await nextTurn();
    this.#sinceMs = performance.now();
    return true;
  }
}
