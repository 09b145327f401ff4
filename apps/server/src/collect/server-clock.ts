import type { Arrival } from '../ingest/arrival.ts';
import { AHEAD_MS, datingOf } from './samples.ts';

/** What somebody said longer ago says nothing of now. */
const SAID_MS = 5 * 60_000;
/** Clocks that are right agree within this; a request's date has whole seconds, and takes its time. */
const AGREE_MS = 60_000;
/** Fewer may all be wrong. */
const LEAST_AGENTS = 3;

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

/**
 * Samples that seem to come from the future are dropped. When most agents send such, it is our clock that is behind: then
 * theirs are not taken, and they keep them until it is right.
 */
export class ServerClock {
  readonly #said = new Map<string, Said & { readonly atMs: number }>();
  readonly #onChange: (behindMs: number | null) => void;
  #behindMs: number | null = null;

  constructor(onChange: (behindMs: number | null) => void) {
    this.#onChange = onChange;
  }

  get behindMs(): number | null {
    return this.#behindMs;
  }

  /** Whether samples of this batch would be dropped for a fault of ours. */
  isToWait({ hostId, batch, receivedAt, clockSkewMs }: Arrival): boolean {
    const nowMs = receivedAt.getTime();
    this.#said.set(`${hostId}/${batch.agent.id}`, { hostId, skewMs: clockSkewMs, atMs: nowMs });
    if (clockSkewMs > AHEAD_MS || this.#behindMs !== null) this.#look(nowMs);
    return this.#behindMs !== null && batch.samples.some(({ tsMs }) => datingOf(tsMs, nowMs) === 'future');
  }

  /** By time alone: whoever is silent says nothing of the clock any more. */
  tick(nowMs: number): void {
    for (const [key, { atMs }] of this.#said) if (Math.abs(nowMs - atMs) > SAID_MS) this.#said.delete(key);
    if (this.#behindMs !== null) this.#look(nowMs);
  }

  #look(nowMs: number): void {
    const said = [...this.#said.values()].filter(({ atMs }) => Math.abs(nowMs - atMs) <= SAID_MS);
    const before = this.#behindMs;
    this.#behindMs = behindBy(said);
    if ((before === null) !== (this.#behindMs === null)) this.#onChange(this.#behindMs);
  }
}
