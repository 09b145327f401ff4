import { STALE_MS } from '../../live/views/moment.ts';
import type { Range } from './past-lives.ts';

/** Whether somebody spoke lately, by step. */
export class HeardTimes {
  readonly #heard: Uint8Array;
  readonly #fromMs: number;
  readonly #stepMs: number;
  #isAny = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Up to there it is known: its own cluster is looked at on the way. */
  #knownTo = 0;

  constructor({ fromMs, toMs }: Range, stepMs: number) {
    this.#heard = new Uint8Array(Math.ceil((toMs - fromMs) / stepMs) + 2);
    this.#fromMs = fromMs;
    this.#stepMs = stepMs;
  }

  note(startMs: number, stepMs: number, values: readonly (number | null)[]): void {
    for (const [at, value] of values.entries()) {
      const endMs = startMs + (at + 1) * stepMs;
      if (value !== null) {
        this.#isAny = true;
        this.#lastMs = endMs;
      }
      const place = Math.round((endMs - this.#fromMs) / this.#stepMs);
      if (place >= 0 && place < this.#heard.length && endMs - this.#lastMs < STALE_MS) this.#heard[place] = 1;
      this.#knownTo = Math.max(this.#knownTo, place);
    }
  }

  /** One that never sent a sample is not known to have been silent. */
  finish(): void {
    if (!this.#isAny) this.#heard.fill(1);
    else this.#heard.fill(this.#heard[this.#knownTo] ?? 0, this.#knownTo + 1);
  }

  readonly isHeard = (atMs: number): boolean =>
    this.#heard[Math.floor((atMs - this.#fromMs) / this.#stepMs)] === 1;
}
