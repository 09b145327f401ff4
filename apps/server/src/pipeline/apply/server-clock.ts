import type { Arrival } from '../receive/arrival.ts';
import { AHEAD_MS, datingOf } from './samples.ts';

/** What somebody said longer ago says nothing of now. */
const SAID_MS = 5 * 60_000;
/** Clocks that are right agree within this; a request's date has whole seconds, and takes its time. */
const AGREE_MS = 60_000;
/** Fewer may all be wrong. */
const LEAST_AGENTS = 3;
/** Within this all agents have been heard: they send every few seconds, and come back from an outage a minute apart. */
const PATIENCE_MS = 2 * 60_000;

export interface Said {
  readonly hostId: number;
  /** How far the sender's clock is ahead of ours. */
  readonly skewMs: number;
}

/** How far our own clock is behind, where most clusters say so, and agree; null where it is theirs that is wrong. */
export function behindBy(said: readonly Said[]): number | null {
  const ahead = said.filter(({ skewMs }) => skewMs > AHEAD_MS).toSorted((a, b) => a.skewMs - b.skewMs);
  const middleMs = ahead[ahead.length >> 1]?.skewMs;
  if (middleMs === undefined) return null;
  const agreeing = ahead.filter(({ skewMs }) => Math.abs(skewMs - middleMs) <= AGREE_MS);
  if (agreeing.length < LEAST_AGENTS || agreeing.length * 2 <= said.length) return null;
  const hostsOf = (list: readonly Said[]) => new Set(list.map(({ hostId }) => hostId)).size;
  return hostsOf(agreeing) * 2 > hostsOf(said) ? middleMs : null;
}

/** So many say that our clock is right: whoever is ahead of it is so by a fault of its own. */
function isTrusted(said: readonly Said[]): boolean {
  return said.filter(({ skewMs }) => skewMs <= AHEAD_MS).length >= LEAST_AGENTS;
}

interface Heard extends Said {
  readonly atMs: number;
  /** Null: it is not ahead. */
  readonly aheadSinceMs: number | null;
}

/**
 * Samples that seem to come from the future are dropped. When most agents send such, it is our clock that is behind: then
 * theirs are not taken, and they keep them until it is right. So do the first who send such, until enough others have been heard
 * to say whose clock is wrong.
 */
export class ServerClock {
  readonly #said = new Map<string, Heard>();
  readonly #onChange: (behindMs: number | null) => void;
  #behindMs: number | null = null;

  constructor(onChange: (behindMs: number | null) => void) {
    this.#onChange = onChange;
  }

  get behindMs(): number | null {
    return this.#behindMs;
  }

  /** Whether samples of this batch would be dropped for a fault of ours, or one that may be ours. */
  isToWait(arrival: Arrival): boolean {
    const nowMs = arrival.receivedAt.getTime();
    const { skewMs, aheadSinceMs } = this.#hear(arrival, nowMs);
    if (skewMs > AHEAD_MS || this.#behindMs !== null) this.#look(nowMs);
    if (!arrival.batch.samples.some(({ tsMs }) => datingOf(tsMs, nowMs) === 'future')) return false;
    if (this.#behindMs !== null) return true;
    const isNew = aheadSinceMs !== null && Math.abs(nowMs - aheadSinceMs) < PATIENCE_MS;
    return isNew && !isTrusted(this.#lately(nowMs));
  }

  #hear({ hostId, batch, clockSkewMs: skewMs }: Arrival, atMs: number): Heard {
    const key = `${hostId}/${batch.agent.id}`;
    const aheadSinceMs = skewMs > AHEAD_MS ? (this.#said.get(key)?.aheadSinceMs ?? atMs) : null;
    const heard = { hostId, skewMs, atMs, aheadSinceMs };
    this.#said.set(key, heard);
    return heard;
  }

  /** By time alone: whoever is silent says nothing of the clock any more. */
  tick(nowMs: number): void {
    for (const [key, { atMs }] of this.#said) if (Math.abs(nowMs - atMs) > SAID_MS) this.#said.delete(key);
    if (this.#behindMs !== null) this.#look(nowMs);
  }

  #look(nowMs: number): void {
    const before = this.#behindMs;
    this.#behindMs = behindBy(this.#lately(nowMs));
    if ((before === null) !== (this.#behindMs === null)) this.#onChange(this.#behindMs);
  }

  #lately(nowMs: number): readonly Heard[] {
    return [...this.#said.values()].filter(({ atMs }) => Math.abs(nowMs - atMs) <= SAID_MS);
  }
}
