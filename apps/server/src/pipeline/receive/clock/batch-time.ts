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
export function batchMs({ batch, receivedAt, clockSkewMs: skewMs }: ReceivedBatch): number {
  const sentMs = Date.parse(batch.sentAt) - (Math.abs(skewMs) >= LEAST_SKEW_MS ? skewMs : 0);
  return notInFuture(sentMs, receivedAt.getTime());
}

/** Limits a time to 1970 … now. PostgreSQL has no year 0, and nothing happens in the future. */
export function notInFuture(ms: number, nowMs: number): number {
  return Math.max(0, Math.min(ms, nowMs));
}
