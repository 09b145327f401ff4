import type { ReceivedBatch } from '../received-batch.ts';
import { MAX_AHEAD_MS, sampleAge } from './batch-time.ts';

/** Older clock readings are ignored. */
const READING_VALID_MS = 5 * 60_000;
/** Correct clocks agree within this: the `Date` header has whole seconds, and a request takes time. */
const AGREE_MS = 60_000;
/** A smaller number of agents may all be wrong. */
const MIN_AGENTS = 3;
/** All agents send within this time: every few seconds, and after an outage within a minute. */
const DECIDE_WITHIN_MS = 2 * 60_000;

export interface ClockReading {
  readonly hostId: number;
  /** How far the clock of the agent is ahead of the server clock. */
  readonly skewMs: number;
}

/** How far the server clock is behind, when most agents and clusters agree on it; null when it is right. */
export function behindBy(readings: readonly ClockReading[]): number | null {
  const ahead = readings
    .filter(({ skewMs }) => skewMs > MAX_AHEAD_MS)
    .toSorted((a, b) => a.skewMs - b.skewMs);
  const middleMs = ahead[ahead.length >> 1]?.skewMs;
  if (middleMs === undefined) return null;
  const agreeing = ahead.filter(({ skewMs }) => Math.abs(skewMs - middleMs) <= AGREE_MS);
  if (agreeing.length < MIN_AGENTS || agreeing.length * 2 <= readings.length) return null;
  const hostsOf = (list: readonly ClockReading[]) => new Set(list.map(({ hostId }) => hostId)).size;
  return hostsOf(agreeing) * 2 > hostsOf(readings) ? middleMs : null;
}

/** Enough agents agree with the server clock, so an agent that is ahead has a wrong clock. */
function isTrusted(readings: readonly ClockReading[]): boolean {
  return readings.filter(({ skewMs }) => skewMs <= MAX_AHEAD_MS).length >= MIN_AGENTS;
}

interface AgentReading extends ClockReading {
  readonly atMs: number;
  /** Null when the agent is not ahead. */
  readonly aheadSinceMs: number | null;
}

/**
 * Samples from the future are dropped. When most agents send such samples, the server clock is behind: the server then
 * refuses them with `busy`, and the agents keep them. The first agents that send such samples get `busy` too, until
 * enough others have sent to decide whose clock is wrong.
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
    const { skewMs, aheadSinceMs } = this.#addReading(received, nowMs);
    if (skewMs > MAX_AHEAD_MS || this.#behindMs !== null) this.#decide(nowMs);
    if (!received.batch.samples.some(({ tsMs }) => sampleAge(tsMs, received) === 'future')) return false;
    if (this.#behindMs !== null) return true;
    const isNew = aheadSinceMs !== null && Math.abs(nowMs - aheadSinceMs) < DECIDE_WITHIN_MS;
    return isNew && !isTrusted(this.#recent(nowMs));
  }

  #addReading({ hostId, batch, clockSkewMs: skewMs }: ReceivedBatch, atMs: number): AgentReading {
    const key = `${hostId}/${batch.agent.id}`;
    const aheadSinceMs = skewMs > MAX_AHEAD_MS ? (this.#readings.get(key)?.aheadSinceMs ?? atMs) : null;
    const reading = { hostId, skewMs, atMs, aheadSinceMs };
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
