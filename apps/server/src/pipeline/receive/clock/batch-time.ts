import type { ReceivedBatch } from '../received-batch.ts';

/** The `Date` header has whole seconds, so a smaller skew says nothing about a clock. */
const LEAST_SKEW_MS = 2_000;

/** Returns how far the clock of the agent is ahead, from the `Date` header of its request; 0 without one. */
export function clockSkewMs(date: string | undefined, receivedAt: Date): number {
  if (date === undefined) return 0;
  const sentMs = Date.parse(date);
  return Number.isNaN(sentMs) ? 0 : sentMs - receivedAt.getTime();
}

/** Returns when the agent sent the batch, on the server clock. */
export function batchMs(received: ReceivedBatch): number {
  return onServerClock(received.batch.sentAt, received);
}

/** Returns a time of the agent's clock on the server clock. */
export function onServerClock(
  time: string,
  { receivedAt, clockSkewMs: skewMs }: Pick<ReceivedBatch, 'receivedAt' | 'clockSkewMs'>,
): number {
  const ms = Date.parse(time) - (Math.abs(skewMs) >= LEAST_SKEW_MS ? skewMs : 0);
  return notInFuture(ms, receivedAt.getTime());
}

/** Limits a time to 1970 … now. PostgreSQL has no year 0, and nothing happens in the future. */
export function notInFuture(ms: number, nowMs: number): number {
  return Math.max(0, Math.min(ms, nowMs));
}

/** Samples that are further ahead of the server clock are dropped. */
export const MAX_AHEAD_MS = 5 * 60_000;
/** An agent dates its samples by its own clock, so none is later than the request that brings it. */
const MAX_AHEAD_OF_AGENT_MS = 30_000;
/** The raw tier of the metric store reaches this far back. Older samples are dropped. */
export const MAX_AGE_MS = 48 * 3_600_000;

export type SampleAge = 'future' | 'tooOld' | 'accepted';

/**
 * The installation check shows a skew of more than 30 s. A sample that is far in the future is therefore either dropped
 * or explained by the clock of its agent.
 */
export function sampleAge(
  tsMs: number,
  { receivedAt, clockSkewMs: skewMs }: Pick<ReceivedBatch, 'receivedAt' | 'clockSkewMs'>,
): SampleAge {
  const nowMs = receivedAt.getTime();
  if (tsMs > nowMs + Math.min(MAX_AHEAD_MS, Math.max(0, skewMs) + MAX_AHEAD_OF_AGENT_MS)) return 'future';
  return isTooOld(tsMs, nowMs) ? 'tooOld' : 'accepted';
}

export function isTooOld(tsMs: number, nowMs: number): boolean {
  return tsMs < nowMs - MAX_AGE_MS;
}
