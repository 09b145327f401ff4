import { create } from 'zustand';
import { pause } from '#core/browser/pause.ts';

/** The number of reads that wait for a busy server. */
export const useBusyServer = create<{ readonly waitingCnt: number }>()(() => ({ waitingCnt: 0 }));

const LEAST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** A read that has waited this long fails. */
const PATIENCE_MS = 60_000;

/**
 * Waits for the server's Retry-After plus a random part, so that clients do not return at the same time.
 * Returns false at once if the server has been busy for too long. Throws when the caller aborts.
 */
export async function waitWhileBusy(
  askedMs: number,
  sinceMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const waitMs = Math.min(Math.max(askedMs, LEAST_WAIT_MS), MAX_WAIT_MS) * (1 + Math.random() / 4);
  if (Date.now() + waitMs > sinceMs + PATIENCE_MS) return false;
  useBusyServer.setState(({ waitingCnt }) => ({ waitingCnt: waitingCnt + 1 }));
  try {
    await pause(waitMs, signal);
    return true;
  } finally {
    useBusyServer.setState(({ waitingCnt }) => ({ waitingCnt: waitingCnt - 1 }));
  }
}
