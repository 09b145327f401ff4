const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Clocks are set right by less than this. */
const AHEAD_MS = 5 * MINUTE_MS;
/** A clock that was set forward and stays so is believed. */
const AHEAD_AT_MOST_MS = HOUR_MS;
/** Without data of the last day either nothing sends any, or the day is another. */
const FAR_MS = DAY_MS;
/** Whoever sends nothing any more still wants the old to go. */
const FAR_AT_MOST_MS = DAY_MS;

export interface ClockReading {
  readonly wallMs: number;
  /** Of a clock that nobody sets; where it began does not matter. */
  readonly steadyMs: number;
  /** When the newest data is of; null where there is none. */
  readonly newestMs: number | null;
}

/** Why nothing should be deleted by what the clock says. */
export type ClockDoubt = 'ranAhead' | 'farFromData';

export interface ClockView {
  readonly doubt: ClockDoubt | null;
  /** Wall time less steady time, as last believed. */
  readonly believedMs: number;
  /** Since when it is ahead of that, and of how much. */
  readonly ahead: { readonly sinceMs: number; readonly offsetMs: number } | null;
  readonly farSinceMs: number | null;
}

/**
 * What is deleted is gone, and a clock that jumps forward makes everything old at once. It only delays: what is really too
 * old goes when the clock has been the same for an hour, or data of its day comes, or none has come for another day.
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
