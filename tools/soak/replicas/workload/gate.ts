import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/** Lets the actors of the workload work, and brings them to rest between two of their actions. */
export class Gate {
  readonly #busy = new Set<string>();
  #isOpen = true;
  #isEnded = false;

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Repeats the action until the end, with pauses. */
  async repeat(name: string, pauseMs: () => number, act: () => Promise<void>): Promise<void> {
    while (!this.#isEnded) {
      if (this.#isOpen) {
        this.#busy.add(name);
        await act().finally(() => this.#busy.delete(name));
      }
      await delay(this.#isOpen ? pauseMs() : POLL_MS);
    }
  }

  open(): void {
    this.#isOpen = true;
  }

  /** Returns the names of those that do not come to rest in time. */
  async close(withinMs: number): Promise<string[]> {
    this.#isOpen = false;
    const endMs = performance.now() + withinMs;
    while (this.#busy.size > 0 && performance.now() < endMs) await delay(POLL_MS);
    return [...this.#busy];
  }

  end(): void {
    this.#isEnded = true;
  }
}
