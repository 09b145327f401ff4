/** A counter reading: the value, its time, and the start of the count if known. */
export interface Reading {
  readonly value: number;
  readonly atMs: number;
  readonly startMs: number | null;
}

export interface Counted extends Reading {
  readonly perSecond: number | null;
}

/** Some start times are computed from an uptime and move by a rounding error. */
export const SAME_START_MS = 2000;
/** After a longer gap the mean does not describe the current rate. */
export const MAX_GAP_MS = 15 * 60_000;
const MIN_MS = 1000;
/** A counter that restarted is below this part of its previous value. */
const MAX_RESTART_RATIO = 0.1;

/** The rate per second since the previous reading, or since a restarted counter's start. Null if unknown. */
export function rateOf(before: Counted | undefined, reading: Reading): number | null {
  if (!before) return null;
  // Kubelets answer from a cache: the same reading again has the same rate.
  if (reading.atMs === before.atMs) return before.perSecond;
  if (reading.atMs < before.atMs || reading.atMs - before.atMs > MAX_GAP_MS) return null;
  const { startMs } = reading;
  const hasNewStart =
    startMs !== null && before.startMs !== null && Math.abs(startMs - before.startMs) > SAME_START_MS;
  const isReset = hasNewStart || reading.value < before.value;
  if (!isReset) return ((reading.value - before.value) / (reading.atMs - before.atMs)) * 1000;
  // A counter that fell only partly has not restarted: a part has left the sum. A restart would count the
  // remaining value as new growth.
  if (!hasNewStart && reading.value > before.value * MAX_RESTART_RATIO) return null;
  const sinceMs = hasNewStart && startMs < reading.atMs ? startMs : before.atMs;
  return (reading.value / Math.max(MIN_MS, reading.atMs - sinceMs)) * 1000;
}

const COUNTERS = [
  'cpu',
  'majorPageFaults',
  'rxBytes',
  'txBytes',
  'rxErrors',
  'txErrors',
  'periods',
  'throttledPeriods',
  'readBytes',
  'writeBytes',
  'reads',
  'writes',
] as const;
export type CounterName = (typeof COUNTERS)[number];
const INDEX = Object.fromEntries(COUNTERS.map((name, index) => [name, index])) as Record<CounterName, number>;

const VALUE = 0;
const AT = 1;
const START = 2;
const PER_SECOND = 3;
const ROUND = 4;
const FIELDS = 5;
const STRIDE = COUNTERS.length * FIELDS;
/** The read time of an unknown counter. */
const NEVER_READ = 0;
const FIRST_SUBJECTS = 64;

/**
 * The counters of one kubelet. A counter that a round does not contain is removed. The values are numbers in
 * one array: with objects, all of them became garbage every 15 seconds.
 */
export class Rates {
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  #numbers = new Float64Array(FIRST_SUBJECTS * STRIDE);
  #round = 1;
  /** The counters of a subject are read consecutively. */
  #lastSubject = '';
  #lastSlot = 0;

  rate(subject: string, counter: CounterName, reading: Reading | undefined): number | null {
    if (!reading) return null;
    if (subject !== this.#lastSubject) {
      this.#lastSlot = this.#slotOf(subject);
      this.#lastSubject = subject;
    }
    const at = this.#lastSlot * STRIDE + INDEX[counter] * FIELDS;
    const perSecond = rateOf(this.#read(at), reading);
    const numbers = this.#numbers;
    numbers[at + VALUE] = reading.value;
    numbers[at + AT] = reading.atMs;
    numbers[at + START] = reading.startMs ?? Number.NaN;
    numbers[at + PER_SECOND] = perSecond ?? Number.NaN;
    numbers[at + ROUND] = this.#round;
    return perSecond;
  }

  endRound(): void {
    this.#forget(() => true);
  }

  /** Called after an incomplete round: keeps the counters that it did not contain. */
  keepRound(atMs: number): void {
    this.#forget((readAtMs) => atMs - readAtMs > MAX_GAP_MS);
  }

  /** Removes old counters that this round did not contain. */
  #forget(isOld: (readAtMs: number) => boolean): void {
    const numbers = this.#numbers;
    for (const [subject, slot] of this.#slots) {
      let isKnown = false;
      for (let at = slot * STRIDE; at < (slot + 1) * STRIDE; at += FIELDS) {
        const round = numbers[at + ROUND] ?? NEVER_READ;
        if (round === NEVER_READ) continue;
        if (round !== this.#round && isOld(numbers[at + AT] ?? 0)) numbers[at + ROUND] = NEVER_READ;
        else isKnown = true;
      }
      if (isKnown) continue;
      this.#slots.delete(subject);
      this.#free.push(slot);
    }
    this.#round += 1;
    this.#lastSubject = '';
  }

  #slotOf(subject: string): number {
    const known = this.#slots.get(subject);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.#slots.size;
    if ((slot + 1) * STRIDE > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#slots.set(subject, slot);
    return slot;
  }

  #read(at: number): Counted | undefined {
    const numbers = this.#numbers;
    if ((numbers[at + ROUND] ?? NEVER_READ) === NEVER_READ) return undefined;
    return {
      value: numbers[at + VALUE] ?? 0,
      atMs: numbers[at + AT] ?? 0,
      startMs: numberOrNull(numbers[at + START]),
      perSecond: numberOrNull(numbers[at + PER_SECOND]),
    };
  }
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
