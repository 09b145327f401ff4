const HOUR_MS = 3_600_000;

/** Counts what came in the present hour of our clock. Starts anew with the process. */
export class HourlyCount {
  #hour = 0;
  #count = 0;

  of(nowMs: number): number {
    return Math.floor(nowMs / HOUR_MS) === this.#hour ? this.#count : 0;
  }

  add(count: number, nowMs: number): void {
    const hour = Math.floor(nowMs / HOUR_MS);
    if (hour !== this.#hour) this.#count = 0;
    this.#hour = hour;
    this.#count += count;
  }

  /** It was counted at `atMs`, and will come again. */
  takeBack(count: number, atMs: number): void {
    if (Math.floor(atMs / HOUR_MS) === this.#hour) this.#count = Math.max(0, this.#count - count);
  }
}
