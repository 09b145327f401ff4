import type { Clock } from './clock.ts';

interface Due {
  readonly atMs: number;
  readonly order: number;
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
  readonly #heap: Due[] = [];
  #order = 0;
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
    const due: Due = { atMs: this.nowMs() + delayMs, order: this.#order++, act, cancelled: false };
    this.#push(due);
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

  /** Runs all acts that are due. */
  catchUp(): void {
    if (this.#actingMs !== undefined) return;
    const untilMs = this.#clock.nowMs();
    try {
      for (let due = this.#heap[0]; due && due.atMs <= untilMs; due = this.#heap[0]) {
        this.#pop();
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
    const next = this.#heap[0];
    if (!next || next.atMs >= this.#wakeMs) return;
    this.#wakeMs = next.atMs;
    this.#clock.wakeAt(next.atMs, () => {
      this.#wakeMs = Number.POSITIVE_INFINITY;
      this.catchUp();
    });
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (!parent || !isBefore(due, parent)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      let child = heap[childAt];
      if (!child) break;
      const right = heap[childAt + 1];
      if (right && isBefore(right, child)) {
        child = right;
        childAt += 1;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = last;
  }
}

function isBefore(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
