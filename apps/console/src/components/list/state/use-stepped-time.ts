import { useState } from 'react';

const STEP_MS = 5_000;

/** The server's time in steps, so that a page that arrives during a scroll does not re-render all rows. */
export function useSteppedTime(serverMs: number): number {
  const [steadyMs, setSteadyMs] = useState(serverMs);
  const isFar = Math.abs(serverMs - steadyMs) >= STEP_MS;
  if (isFar) setSteadyMs(serverMs);
  return isFar ? serverMs : steadyMs;
}
