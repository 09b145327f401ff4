/** A clock for tests. Production code gets the system's clock as the argument. */
export class FakeClock {
  #nowMs: number;

  constructor(start: Date | string = '2026-03-02T09:00:00+09:00') {
    this.#nowMs = new Date(start).getTime();
  }

  /** Bound, so that `clock.now` can be passed as a function. */
  readonly now = (): Date => new Date(this.#nowMs);

  advance(ms: number): void {
    this.#nowMs += ms;
  }

  /** May also set the clock back. */
  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }
}
