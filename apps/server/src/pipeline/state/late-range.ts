import { STALE_MS } from '../../live/tables/derived-state.ts';

export interface TimeRange {
  readonly fromMs: number;
  /** Included. */
  readonly toMs: number;
}

/** After an outage the agents return within a minute of each other. */
const QUIET_MS = 2 * 60_000;
/** An agent that stays late does not delay the sums for longer. */
const MAX_WAIT_MS = 10 * 60_000;

/**
 * The time range for which nodes sent their samples later than the rest of their cluster, after an outage.
 * The sums of the cluster were too low in it and have to be computed again.
 */
export class LateRange {
  #range: TimeRange | undefined;
  #inProgress: TimeRange | undefined;
  #firstAddedMs = 0;
  #lastAddedMs = 0;

  /**
   * `newestMs` is the newest time that the cluster has sent. A sample that is only a little late changes no
   * sum.
   */
  add(tsMs: number, newestMs: number, nowMs: number): void {
    if (tsMs <= newestMs - STALE_MS) this.#extend({ fromMs: tsMs, toMs: newestMs }, nowMs);
  }

  /** Returns the range once no more late samples arrive. */
  take(nowMs: number): TimeRange | undefined {
    const isDue = nowMs - this.#lastAddedMs >= QUIET_MS || nowMs - this.#firstAddedMs >= MAX_WAIT_MS;
    if (!this.#range || !isDue) return undefined;
    this.#inProgress = this.#range;
    this.#range = undefined;
    return this.#inProgress;
  }

  /** The sums of the range that was taken are stored. */
  done(): void {
    this.#inProgress = undefined;
  }

  /** The part without new sums. It is stored, so that a restart continues with it. */
  get remaining(): TimeRange | undefined {
    return this.#inProgress ? union(this.#inProgress, this.#range) : this.#range;
  }

  /** The sums failed, or an earlier server left the range behind. */
  putBack(range: TimeRange, nowMs: number): void {
    this.#inProgress = undefined;
    this.#extend(range, nowMs);
  }

  #extend(range: TimeRange, nowMs: number): void {
    if (!this.#range) this.#firstAddedMs = nowMs;
    this.#lastAddedMs = nowMs;
    this.#range = union(range, this.#range);
  }
}

function union(one: TimeRange, other: TimeRange | undefined): TimeRange {
  if (!other) return one;
  return { fromMs: Math.min(one.fromMs, other.fromMs), toMs: Math.max(one.toMs, other.toMs) };
}
