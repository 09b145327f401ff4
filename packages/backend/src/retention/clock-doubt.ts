const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A normal clock correction is smaller than this. */
const MAX_CORRECTION_MS = 5 * MINUTE_MS;
/** A clock that was set forward is trusted again after this time. */
const DOUBT_JUMP_FOR_MS = HOUR_MS;
/** A longer time since the clock was last trusted means that the server was stopped, or that the clock is wrong. */
const MAX_GAP_MS = DAY_MS;
/** After this time the clock is trusted even when no agent confirms it. */
const DOUBT_GAP_FOR_MS = 7 * DAY_MS;

export interface ClockReading {
  readonly wallMs: number;
  /** Time of a monotonic clock. */
  readonly monotonicMs: number;
  /** The stored time at which the clock was last trusted; null on a new installation. */
  readonly trustedMs: number | null;
  /** Whether the clocks of most clusters agree with this one; null: no agent is in contact. */
  readonly areAgentsAgreeing: boolean | null;
}

/**
 * Why the clock is not trusted for deletions. ranAhead: it jumped forward · agentsDisagree: it is far ahead of
 * the agents' clocks · longGap: it is far ahead of the time when it was last trusted.
 */
export type ClockDoubt = 'ranAhead' | 'agentsDisagree' | 'longGap';

export interface ClockState {
  readonly doubt: ClockDoubt | null;
  /** The last trusted difference between wall time and monotonic time. */
  readonly trustedOffsetMs: number;
  /** Since when the clock is ahead of the trusted time, and by how much. */
  readonly ahead: { readonly sinceMs: number; readonly offsetMs: number } | null;
  readonly gapSinceMs: number | null;
}

/**
 * A clock that is ahead makes all data old at once, so deletions wait. They continue when the clock has been
 * steady for an hour and most agents agree with it, or after a week in which no agent was in contact.
 */
export function checkClock(before: ClockState | undefined, reading: ClockReading): ClockState {
  const { wallMs, monotonicMs, trustedMs, areAgentsAgreeing } = reading;
  const offsetMs = wallMs - monotonicMs;
  const ahead = aheadOf(before, offsetMs, monotonicMs);
  const isGap = trustedMs !== null && wallMs - trustedMs > MAX_GAP_MS && areAgentsAgreeing !== true;
  const gapSinceMs = isGap ? (before?.gapSinceMs ?? monotonicMs) : null;
  const isGapDoubted = gapSinceMs !== null && monotonicMs - gapSinceMs < DOUBT_GAP_FOR_MS;
  const doubt = ahead
    ? 'ranAhead'
    : areAgentsAgreeing === false
      ? 'agentsDisagree'
      : isGapDoubted
        ? 'longGap'
        : null;
  const trustedOffsetMs = ahead ? (before?.trustedOffsetMs ?? offsetMs) : offsetMs;
  return { doubt, trustedOffsetMs, ahead, gapSinceMs };
}

function aheadOf(before: ClockState | undefined, offsetMs: number, monotonicMs: number): ClockState['ahead'] {
  if (!before || offsetMs - before.trustedOffsetMs <= MAX_CORRECTION_MS) return null;
  const { ahead } = before;
  const isSame = ahead !== null && offsetMs - ahead.offsetMs <= MAX_CORRECTION_MS;
  if (!isSame) return { sinceMs: monotonicMs, offsetMs };
  return monotonicMs - ahead.sinceMs < DOUBT_JUMP_FOR_MS ? ahead : null;
}
