const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A normal clock correction is smaller than this. */
const MAX_CORRECTION_MS = 5 * MINUTE_MS;
/** A clock that was set forward is trusted again after this time. */
const DOUBT_JUMP_FOR_MS = HOUR_MS;
/** Newest data older than this means that no agent sends data, or that the clock is wrong. */
const RECENT_DATA_MS = DAY_MS;
/** After this time old data is dropped even when no agent sends data any more. */
const DOUBT_OLD_DATA_FOR_MS = DAY_MS;

export interface ClockReading {
  readonly wallMs: number;
  /** Time of a monotonic clock. */
  readonly monotonicMs: number;
  /** Time of the newest data; null without data. */
  readonly newestMs: number | null;
}

/** Why the clock is not trusted for deletions. */
export type ClockDoubt = 'ranAhead' | 'farFromData';

export interface ClockState {
  readonly doubt: ClockDoubt | null;
  /** The last trusted difference between wall time and monotonic time. */
  readonly trustedOffsetMs: number;
  /** Since when the clock is ahead of the trusted time, and by how much. */
  readonly ahead: { readonly sinceMs: number; readonly offsetMs: number } | null;
  readonly farSinceMs: number | null;
}

/**
 * A clock that jumps forward makes all data old at once, so deletions wait. They continue when the clock has
 * been steady for an hour and recent data has arrived by this clock, or after another day without such data.
 */
export function checkClock(before: ClockState | undefined, reading: ClockReading): ClockState {
  const { wallMs, monotonicMs, newestMs } = reading;
  const offsetMs = wallMs - monotonicMs;
  const ahead = aheadOf(before, offsetMs, monotonicMs);
  const isFar = newestMs !== null && wallMs - newestMs > RECENT_DATA_MS;
  if (ahead)
    return {
      doubt: 'ranAhead',
      trustedOffsetMs: before?.trustedOffsetMs ?? offsetMs,
      ahead,
      farSinceMs: isFar ? monotonicMs : null,
    };
  const farSinceMs = isFar ? (before?.farSinceMs ?? monotonicMs) : null;
  const isDoubted = farSinceMs !== null && monotonicMs - farSinceMs < DOUBT_OLD_DATA_FOR_MS;
  return { doubt: isDoubted ? 'farFromData' : null, trustedOffsetMs: offsetMs, ahead: null, farSinceMs };
}

function aheadOf(before: ClockState | undefined, offsetMs: number, monotonicMs: number): ClockState['ahead'] {
  if (!before || offsetMs - before.trustedOffsetMs <= MAX_CORRECTION_MS) return null;
  const { ahead } = before;
  const isSame = ahead !== null && offsetMs - ahead.offsetMs <= MAX_CORRECTION_MS;
  if (!isSame) return { sinceMs: monotonicMs, offsetMs };
  return monotonicMs - ahead.sinceMs < DOUBT_JUMP_FOR_MS ? ahead : null;
}
