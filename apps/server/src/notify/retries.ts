const FIRST_MS = 5_000;
const GROWTH = 3;
const LONGEST_MS = 10 * 3_600_000;
/** More than a day in all: whoever fixes a receiver in the morning misses nothing of the night. */
const RETRIES = 11;

/** How long to wait after so many attempts have failed; null: no more. */
export function retryAfterMs(attemptCnt: number): number | null {
  if (attemptCnt > RETRIES) return null;
  return Math.min(LONGEST_MS, FIRST_MS * GROWTH ** (attemptCnt - 1));
}
