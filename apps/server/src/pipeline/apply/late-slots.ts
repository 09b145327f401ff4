import { STALE_MS } from '../../live/views/moment.ts';

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
  #underWay: Stretch | undefined;
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
    this.#underWay = this.#stretch;
    this.#stretch = undefined;
    return this.#underWay;
  }

  /** What was taken is worked out. */
  done(): void {
    this.#underWay = undefined;
  }

  /** All that is not worked out yet: a start has to know of it. */
  get left(): Stretch | undefined {
    return this.#underWay ? around(this.#underWay, this.#stretch) : this.#stretch;
  }

  /** It could not be worked out, or was left by a server that ended: another time. */
  giveBack(stretch: Stretch, nowMs: number): void {
    this.#underWay = undefined;
    if (!this.#stretch) this.#sinceMs = nowMs;
    this.#lastMs = nowMs;
    this.#add(stretch);
  }

  #add(stretch: Stretch): void {
    this.#stretch = around(stretch, this.#stretch);
  }
}

function around(one: Stretch, other: Stretch | undefined): Stretch {
  if (!other) return one;
  return { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) };
}
