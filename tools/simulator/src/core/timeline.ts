import type { Clock } from './clock.ts';

interface Due {
  readonly atMs: number;
  readonly act: () => void;
  cancelled: boolean;
}

export interface Planned {
  cancel(): void;
}

/**
 * Planned acts in order of time. Each act has its due time as now, even if the process runs it later: the
 * result depends on the plan and not on the load of the machine.
 */
export class Timeline {
  readonly #clock: Clock;
  /** Sorted: the next act is the last element. Acts of the same time are in the order of planning. */
  readonly #planned: Due[] = [];
  #actingMs: number | undefined;
  #wakeMs = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nowMs(): number {
    return this.#actingMs ?? this.#clock.nowMs();
  }

  nowSec(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  after(delayMs: number, act: () => void): Planned {
    const due: Due = { atMs: this.nowMs() + delayMs, act, cancelled: false };
    // Most acts are planned for soon.
    const at = this.#planned.findLastIndex((other) => other.atMs > due.atMs) + 1;
    this.#planned.splice(at, 0, due);
    if (this.#actingMs === undefined) this.#arm();
    return {
      cancel() {
        due.cancelled = true;
      },
    };
  }

  /** Repeats until cancelled. The act may plan and cancel others. */
  every(intervalMs: number, act: () => void): Planned {
    let planned = this.after(intervalMs, round);
    let isCancelled = false;
    const timeline = this;
    function round(): void {
      act();
      if (!isCancelled) planned = timeline.after(intervalMs, round);
    }
    return {
      cancel() {
        isCancelled = true;
        planned.cancel();
      },
    };
  }

  /** Runs an act whose time is an instant in the past. The acts that it plans are due since then. */
  actAt<Result>(atMs: number, act: () => Result): Result {
    this.#actingMs = atMs;
    try {
      return act();
    } finally {
      this.#actingMs = undefined;
      this.#arm();
    }
  }

  /** Runs all acts that are due. */
  catchUp(): void {
    if (this.#actingMs !== undefined) return;
    const untilMs = this.#clock.nowMs();
    try {
      for (let due = this.#planned.at(-1); due && due.atMs <= untilMs; due = this.#planned.at(-1)) {
        this.#planned.pop();
        if (due.cancelled) continue;
        this.#actingMs = due.atMs;
        due.act();
      }
    } finally {
      this.#actingMs = undefined;
      this.#wakeMs = Number.POSITIVE_INFINITY;
      this.#arm();
    }
  }

  #arm(): void {
    const next = this.#planned.at(-1);
    if (!next || next.atMs >= this.#wakeMs) return;
    this.#wakeMs = next.atMs;
    this.#clock.wakeAt(next.atMs, () => {
      this.#wakeMs = Number.POSITIVE_INFINITY;
      this.catchUp();
    });
  }
}
