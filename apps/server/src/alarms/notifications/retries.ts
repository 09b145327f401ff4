const FIRST_MS = 5_000;
const GROWTH = 3;
const LONGEST_MS = 10 * 3_600_000;
/** More than a day in all: whoever fixes a receiver in the morning misses nothing of the night. */
const RETRIES = 11;
/** Messages that failed together are not all tried again together. */
const JITTER = 0.2;

/** How long to wait after so many attempts have failed; null: no more. `chance` from 0 to 1 spreads it. */
export function retryAfterMs(attemptCnt: number, chance = 0): number | null {
  if (attemptCnt > RETRIES) return null;
  const waitMs = FIRST_MS * GROWTH ** (attemptCnt - 1);
  return Math.min(LONGEST_MS, Math.round(waitMs * (1 + JITTER * chance)));
}

/** A receiver that does not answer is asked again soon, however much waits for it, and then more rarely. */
const RESTS_MS = [1_000, 5_000, 15_000, 60_000];
export const longestRestMs = 60_000;

export function restAfterMs(failureCnt: number): number {
  return RESTS_MS[failureCnt - 1] ?? longestRestMs;
}
