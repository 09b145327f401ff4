import type { ClaimState } from './index.ts';

/** The facts that alarm items read. NaN: unknown or stale. */
export interface ClaimFacts {
  readonly phase: ClaimState['phase'];
  readonly usedPct: number;
  readonly inodesUsedPct: number;
  /** Infinity: the usage does not grow. */
  readonly daysUntilFull: number;
}
