const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A clock correction is smaller than this. */
const AHEAD_MS = 5 * MINUTE_MS;
/** A clock that was set forward is trusted again after this time. */
const AHEAD_AT_MOST_MS = HOUR_MS;
/** Newest data older than this means that no agent sends data, or that the clock is wrong. */
const FAR_MS = DAY_MS;
/** After this time old data is dropped even when no agent sends data any more. */
const FAR_AT_MOST_MS = DAY_MS;

export interface ClockReading {
  readonly wallMs: number;
  /** Time of a monotonic clock. */
  readonly steadyMs: number;
  /** Time of the newest data; null without data. */
  readonly newestMs: number | null;
}

/** Why the clock is not trusted for deletions. */
export type ClockDoubt = 'ranAhead' | 'farFromData';

export interface ClockView {
  readonly doubt: ClockDoubt | null;
  /** The last trusted difference between wall time and monotonic time. */
  readonly believedMs: number;
  /** Since when the clock is ahead of the trusted time, and by how much. */
  readonly ahead: { readonly sinceMs: number; readonly offsetMs: number } | null;
  readonly farSinceMs: number | null;
}

/**
 * A clock that jumps forward makes all data old at once, so deletions wait. They continue when the clock has
 * been steady for an hour, when data of its day arrives, or when no data has arrived for another day.
 */
export function lookAtClock(before: ClockView | undefined, reading: ClockReading): ClockView {
  const { wallMs, steadyMs, newestMs } = reading;
  const offsetMs = wallMs - steadyMs;
  const ahead = aheadOf(before, offsetMs, steadyMs);
  const isFar = newestMs !== null && wallMs - newestMs > FAR_MS;
  if (ahead)
    return {
      doubt: 'ranAhead',
      believedMs: before?.believedMs ?? offsetMs,
      ahead,
      farSinceMs: isFar ? steadyMs : null,
    };
  const farSinceMs = isFar ? (before?.farSinceMs ?? steadyMs) : null;
  const isDoubted = farSinceMs !== null && steadyMs - farSinceMs < FAR_AT_MOST_MS;
  return { doubt: isDoubted ? 'farFromData' : null, believedMs: offsetMs, ahead: null, farSinceMs };
}

function aheadOf(before: ClockView | undefined, offsetMs: number, steadyMs: number): ClockView['ahead'] {
  if (!before || offsetMs - before.believedMs <= AHEAD_MS) return null;
  const { ahead } = before;
  const isSame = ahead !== null && offsetMs - ahead.offsetMs <= AHEAD_MS;
  if (!isSame) return { sinceMs: steadyMs, offsetMs };
  return steadyMs - ahead.sinceMs < AHEAD_AT_MOST_MS ? ahead : null;
}
