import type { ReceivedBatch } from '../received-batch.ts';
import { MAX_AGE_MS, MAX_AHEAD_MS, sampleAge } from './batch-time.ts';

/** Older clock readings are ignored. */
const READING_VALID_MS = 5 * 60_000;
/** Correct clocks agree within this: the `Date` header has whole seconds, and a request takes time. */
const AGREE_MS = 60_000;
/** Half of the age at which samples are dropped. */
const MAX_BEHIND_MS = MAX_AGE_MS / 2;
/** A smaller number of agents may all be wrong. */
const MIN_AGENTS = 3;
/** All agents send within this time: every few seconds, and after an outage within a minute. */
const DECIDE_WITHIN_MS = 2 * 60_000;

export interface ClockReading {
  readonly hostId: number;
  /** How far the clock of the agent is ahead of the server clock. */
  readonly skewMs: number;
}

/** The clocks differ so much that samples of the agent may be dropped. */
function isOff({ skewMs }: ClockReading): boolean {
  return skewMs > MAX_AHEAD_MS || skewMs < -MAX_BEHIND_MS;
}

/**
 * How far the server clock is behind, negative: ahead, when most agents and clusters agree on it; null when it is
 * right.
 */
export function behindBy(readings: readonly ClockReading[]): number | null {
  const off = readings.filter(isOff).toSorted((a, b) => a.skewMs - b.skewMs);
  const middleMs = off[off.length >> 1]?.skewMs;
  if (middleMs === undefined) return null;
  const agreeing = off.filter(({ skewMs }) => Math.abs(skewMs - middleMs) <= AGREE_MS);
  if (agreeing.length < MIN_AGENTS || agreeing.length * 2 <= readings.length) return null;
  const hostsOf = (list: readonly ClockReading[]) => new Set(list.map(({ hostId }) => hostId)).size;
  return hostsOf(agreeing) * 2 > hostsOf(readings) ? middleMs : null;
}

/** Enough agents agree with the server clock, so an agent that does not has a wrong clock. */
function isTrusted(readings: readonly ClockReading[]): boolean {
  return readings.filter((reading) => !isOff(reading)).length >= MIN_AGENTS;
}

interface AgentReading extends ClockReading {
  readonly atMs: number;
  /** Null when the clocks agree. */
  readonly offSinceMs: number | null;
}

/**
 * Samples from the future and samples that are too old are dropped. When the clocks of most agents agree on another time,
 * the server clock is wrong: the server then refuses such samples with `busy`, and the agents keep them. The first
 * agents that send such samples get `busy` too, until enough others have sent to decide whose clock is wrong.
 */
export class ServerClock {
  readonly #readings = new Map<string, AgentReading>();
  readonly #onChange: (behindMs: number | null) => void;
  #behindMs: number | null = null;

  constructor(onChange: (behindMs: number | null) => void) {
    this.#onChange = onChange;
  }

  get behindMs(): number | null {
    return this.#behindMs;
  }

  /** Whether samples of this batch would be dropped although the server clock is, or may be, the wrong one. */
  mustWait(received: ReceivedBatch): boolean {
    const nowMs = received.receivedAt.getTime();
    const { skewMs, offSinceMs } = this.#addReading(received, nowMs);
    if (offSinceMs !== null || this.#behindMs !== null) this.#decide(nowMs);
    const lostAge = (this.#behindMs ?? skewMs) > 0 ? 'future' : 'tooOld';
    if (!received.batch.samples.some(({ tsMs }) => sampleAge(tsMs, received) === lostAge)) return false;
    if (this.#behindMs !== null) return true;
    const isNew = offSinceMs !== null && Math.abs(nowMs - offSinceMs) < DECIDE_WITHIN_MS;
    return isNew && !isTrusted(this.#recent(nowMs));
  }

  #addReading({ hostId, batch, clockSkewMs: skewMs }: ReceivedBatch, atMs: number): AgentReading {
    const key = `${hostId}/${batch.agent.id}`;
    const offSinceMs = isOff({ hostId, skewMs }) ? (this.#readings.get(key)?.offSinceMs ?? atMs) : null;
    const reading = { hostId, skewMs, atMs, offSinceMs };
    this.#readings.set(key, reading);
    return reading;
  }

  /** Drops the readings of agents that are silent. */
  tick(nowMs: number): void {
    for (const [key, { atMs }] of this.#readings)
      if (Math.abs(nowMs - atMs) > READING_VALID_MS) this.#readings.delete(key);
    if (this.#behindMs !== null) this.#decide(nowMs);
  }

  #decide(nowMs: number): void {
    const before = this.#behindMs;
    this.#behindMs = behindBy(this.#recent(nowMs));
    if ((before === null) !== (this.#behindMs === null)) this.#onChange(this.#behindMs);
  }

  #recent(nowMs: number): readonly AgentReading[] {
    return [...this.#readings.values()].filter(({ atMs }) => Math.abs(nowMs - atMs) <= READING_VALID_MS);
  }
}
