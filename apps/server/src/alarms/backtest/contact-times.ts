import { STALE_MS } from '../../live/views/moment.ts';
import type { Range } from './lifetime-repository.ts';

/** Whether the cluster's agents were in contact, for each step. */
export class ContactTimes {
  readonly #hasContactAt: Uint8Array;
  readonly #fromMs: number;
  readonly #stepMs: number;
  #isAny = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** The last step that is filled. Later steps follow while the cluster itself is replayed. */
  #knownTo = 0;

  constructor({ fromMs, toMs }: Range, stepMs: number) {
    this.#hasContactAt = new Uint8Array(Math.ceil((toMs - fromMs) / stepMs) + 2);
    this.#fromMs = fromMs;
    this.#stepMs = stepMs;
  }

  add(startMs: number, stepMs: number, values: readonly (number | null)[]): void {
    for (const [at, value] of values.entries()) {
      const endMs = startMs + (at + 1) * stepMs;
      if (value !== null) {
        this.#isAny = true;
        this.#lastMs = endMs;
      }
      const index = Math.round((endMs - this.#fromMs) / this.#stepMs);
      if (index >= 0 && index < this.#hasContactAt.length && endMs - this.#lastMs < STALE_MS)
        this.#hasContactAt[index] = 1;
      this.#knownTo = Math.max(this.#knownTo, index);
    }
  }

  /** A cluster without any sample counts as in contact. */
  finish(): void {
    if (!this.#isAny) this.#hasContactAt.fill(1);
    else this.#hasContactAt.fill(this.#hasContactAt[this.#knownTo] ?? 0, this.#knownTo + 1);
  }

  readonly hasContact = (atMs: number): boolean =>
    this.#hasContactAt[Math.floor((atMs - this.#fromMs) / this.#stepMs)] === 1;
}
