/** What was expected and what was measured, in seconds. */
export interface MeasuredTime {
  readonly expectedS: number;
  readonly readyS: number;
  readonly notReadyS: number;
}

/** Shares from 0 to 1; null: there is nothing to divide by. */
export interface AvailabilityShares {
  readonly ready: number | null;
  readonly notReady: number | null;
  /** Nothing was reported. Together the three are 1. */
  readonly unknown: number | null;
  /** Measured part of the expected time. */
  readonly measured: number | null;
  /** Ready part of the measured time. Silence is not in it, neither as up nor as down. */
  readonly availability: number | null;
}

/** Time is never negative: clocks of agents may report a little more than was expected. */
export function availabilityShares({ expectedS, readyS, notReadyS }: MeasuredTime): AvailabilityShares {
  const measuredS = readyS + notReadyS;
  const wholeS = Math.max(expectedS, measuredS);
  const ofWhole = (seconds: number) => (wholeS > 0 ? seconds / wholeS : null);
  return {
    ready: ofWhole(readyS),
    notReady: ofWhole(notReadyS),
    unknown: ofWhole(wholeS - measuredS),
    measured: ofWhole(measuredS),
    availability: measuredS > 0 ? readyS / measuredS : null,
  };
}

/** The least ready first: more time not ready or unknown, then by the given order. */
export function byLeastReady(a: MeasuredTime, b: MeasuredTime): number {
  return lostS(b) - lostS(a);
}

function lostS({ expectedS, readyS }: MeasuredTime): number {
  return Math.max(0, expectedS - readyS);
}
