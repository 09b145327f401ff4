const MINUTE_MS = 60_000;
const KEPT_MINUTES = 60;

/** Container restarts of the last hour, per minute. */
export class RecentRestarts {
  readonly #minutes = new Map<number, number>();

  add(atMs: number, cnt: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + cnt);
    if (this.#minutes.size > 4 * KEPT_MINUTES) this.#forget();
  }

  since(nowMs: number): number {
    const now = Math.floor(nowMs / MINUTE_MS);
    let sum = 0;
    for (const [minute, cnt] of this.#minutes) if (minute > now - KEPT_MINUTES && minute <= now) sum += cnt;
    return sum;
  }

  #forget(): void {
    const newest = Math.max(...this.#minutes.keys());
    for (const minute of this.#minutes.keys()) {
      if (minute <= newest - KEPT_MINUTES) this.#minutes.delete(minute);
    }
  }
}
