import { useState } from 'react';

const STEP_MS = 5_000;

/** The server's time in steps: pages that arrive one after the other while scrolling are no reason to draw all rows again. */
export function useSteppedTime(serverMs: number): number {
  const [steadyMs, setSteadyMs] = useState(serverMs);
  const isFar = Math.abs(serverMs - steadyMs) >= STEP_MS;
  if (isFar) setSteadyMs(serverMs);
  return isFar ? serverMs : steadyMs;
}
