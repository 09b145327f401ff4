/** Samples that are further ahead of the server clock are dropped. */
export const MAX_AHEAD_MS = 5 * 60_000;
/** The raw tier of the metric store reaches this far back. Older samples are dropped. */
export const MAX_AGE_MS = 48 * 3_600_000;

export type SampleAge = 'future' | 'tooOld' | 'accepted';

export function sampleAge(tsMs: number, nowMs: number): SampleAge {
  if (tsMs > nowMs + MAX_AHEAD_MS) return 'future';
  return tsMs < nowMs - MAX_AGE_MS ? 'tooOld' : 'accepted';
}
