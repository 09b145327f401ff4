/** A counter as it was read: its value, when it had it, and since when it counts, where that is known. */
export interface Reading {
  readonly value: number;
  readonly atMs: number;
  readonly startMs: number | null;
}

export interface Counted extends Reading {
  readonly perSecond: number | null;
}

/** A start is computed from an uptime in places, and moves by a rounding. */
const SAME_START_MS = 2000;
/** Over a longer silence a mean says nothing about now. */
const LONGEST_GAP_MS = 15 * 60_000;
const SHORTEST_MS = 1000;

/** Per second since the reading before; since its new start where the counter began again; null where nobody knows. */
export function rateOf(before: Counted | undefined, reading: Reading): number | null {
  if (!before) return null;
  // Kubelets answer from a cache: the same reading again says what it said.
  if (reading.atMs === before.atMs) return before.perSecond;
  if (reading.atMs < before.atMs || reading.atMs - before.atMs > LONGEST_GAP_MS) return null;
  const { startMs } = reading;
  const hasNewStart =
    startMs !== null && before.startMs !== null && Math.abs(startMs - before.startMs) > SAME_START_MS;
  const isReset = hasNewStart || reading.value < before.value;
  if (!isReset) return ((reading.value - before.value) / (reading.atMs - before.atMs)) * 1000;
  const sinceMs = hasNewStart && startMs < reading.atMs ? startMs : before.atMs;
  return (reading.value / Math.max(SHORTEST_MS, reading.atMs - sinceMs)) * 1000;
}

/** The counters of one kubelet. Those that a round does not name are forgotten with it. */
export class Rates {
  #before = new Map<string, Counted>();
  #now = new Map<string, Counted>();

  rate(key: string, reading: Reading | undefined): number | null {
    if (!reading) return null;
    const perSecond = rateOf(this.#before.get(key), reading);
    this.#now.set(key, { ...reading, perSecond });
    return perSecond;
  }

  endRound(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** After a round that brought only a part: what was known of the rest stays known. */
  keepRound(atMs: number): void {
    for (const [key, counted] of this.#before) {
      if (atMs - counted.atMs > LONGEST_GAP_MS) this.#before.delete(key);
    }
    for (const [key, counted] of this.#now) this.#before.set(key, counted);
    this.#now = new Map();
  }
}
