import { setImmediate as nextTurn } from 'node:timers/promises';

/** For long work on the main thread: gives way to what is waiting whenever it has gone on for so long. */
export class Breath {
  readonly #stretchMs: number;
  #sinceMs = performance.now();
  #busyBeforeMs = 0;

  constructor(stretchMs: number) {
    this.#stretchMs = stretchMs;
  }

  /** How long the work has taken so far, pauses apart. */
  get busyMs(): number {
    return this.#busyBeforeMs + performance.now() - this.#sinceMs;
  }

  /** Answers whether others have had their turn. */
  async take(): Promise<boolean> {
    const stretchMs = performance.now() - this.#sinceMs;
    if (stretchMs < this.#stretchMs) return false;
    this.#busyBeforeMs += stretchMs;
    await nextTurn();
    this.#sinceMs = performance.now();
    return true;
  }
}
