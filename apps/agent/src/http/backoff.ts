import { setTimeout as sleep } from 'node:timers/promises';

/** Doubles up to a limit. The jitter prevents a thousand agents from retrying at the same instant. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor(firstMs: number, maxMs: number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#nextMs = firstMs;
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }

  nextMs(random: () => number = Math.random): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(this.#maxMs, ms * 2);
    return ms / 2 + random() * (ms / 2);
  }
}

/** Waits for the time or the signal, and returns whether the signal came. Does not keep the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    return true;
  }
  return signal.aborted;
}
