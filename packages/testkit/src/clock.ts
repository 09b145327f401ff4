/** Time as an argument: production passes the system's clock, tests this one. */
export class FakeClock {
  #nowMs: number;

  constructor(start: Date | string = '2026-03-02T09:00:00+09:00') {
    this.#nowMs = new Date(start).getTime();
  }

  /** Bound, so that `clock.now` can be handed on as a function. */
  readonly now = (): Date => new Date(this.#nowMs);

  advance(ms: number): void {
    this.#nowMs += ms;
  }

  /** Clocks also jump back. */
  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }
}
