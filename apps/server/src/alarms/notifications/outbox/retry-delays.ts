const FIRST_MS = 5_000;
const GROWTH = 3;
const MAX_MS = 10 * 3_600_000;
/**
 * More than a day in total: a receiver that is repaired in the morning still gets the messages of the night.
 */
const RETRIES = 11;
/** Spreads the retries of messages that failed together. */
const JITTER = 0.2;

/** The wait after this many failed attempts; null: no more retries. `chance` is from 0 to 1. */
export function retryAfterMs(attemptCnt: number, chance = 0): number | null {
  if (attemptCnt > RETRIES) return null;
  const waitMs = FIRST_MS * GROWTH ** (attemptCnt - 1);
  return Math.min(MAX_MS, Math.round(waitMs * (1 + JITTER * chance)));
}

const PAUSES_MS = [1_000, 5_000, 15_000, 60_000];
export const MAX_PAUSE_MS = 60_000;

/** A failing receiver is tried again soon, and then less often, however many messages wait for it. */
export function pauseAfterMs(failureCnt: number): number {
  return PAUSES_MS[failureCnt - 1] ?? MAX_PAUSE_MS;
}
