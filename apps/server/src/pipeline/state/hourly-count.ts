const HOUR_MS = 3_600_000;

/** Counts within the current hour of the server clock. A restart begins at 0. */
export class HourlyCount {
  #hour = 0;
  #count = 0;

  of(nowMs: number): number {
    return hourOf(nowMs) === this.#hour ? this.#count : 0;
  }

  add(count: number, nowMs: number): void {
    this.#count = this.of(nowMs) + count;
    this.#hour = hourOf(nowMs);
  }

  /** Takes back what was added at `atMs`, because the agent resends it. */
  subtract(count: number, atMs: number): void {
    if (hourOf(atMs) === this.#hour) this.#count = Math.max(0, this.#count - count);
  }
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}
