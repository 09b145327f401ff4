import { STALE_MS } from '../live/moment.ts';

export interface Stretch {
  readonly fromMs: number;
  /** Included. */
  readonly toMs: number;
}

/** After an outage agents come back up to a minute apart. */
const QUIET_MS = 2 * 60_000;
/** An agent that is late for ever is not waited for. */
const LONGEST_MS = 10 * 60_000;

/**
 * Times for which nodes have brought their samples later than the others of their cluster, after an outage: the sums that were
 * made of those that were there first are too low.
 */
export class LateSlots {
  #stretch: Stretch | undefined;
  #sinceMs = 0;
  #lastMs = 0;

  /**
   * `toldMs`: as far as others have told of. What comes a little later than they was counted as it was before; whoever comes
   * much later was missing from there on.
   */
  note(tsMs: number, toldMs: number, nowMs: number): void {
    if (tsMs > toldMs - STALE_MS) return;
    if (!this.#stretch) this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
    this.#add({ fromMs: tsMs, toMs: toldMs });
  }

  /** All of it, once no more of it comes. */
  take(nowMs: number): Stretch | undefined {
    const isDue = nowMs - this.#lastMs >= QUIET_MS || nowMs - this.#sinceMs >= LONGEST_MS;
    if (!this.#stretch || !isDue) return undefined;
    const taken = this.#stretch;
    this.#stretch = undefined;
    return taken;
  }

  /** It could not be worked out: another time. */
  giveBack(stretch: Stretch, nowMs: number): void {
    if (!this.#stretch) this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
    this.#add(stretch);
  }

  #add({ fromMs, toMs }: Stretch): void {
    this.#stretch = {
      fromMs: Math.min(fromMs, this.#stretch?.fromMs ?? fromMs),
      toMs: Math.max(toMs, this.#stretch?.toMs ?? toMs),
    };
  }
}
