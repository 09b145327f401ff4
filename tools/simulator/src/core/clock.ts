/** The time source of the simulated clusters. */
export interface Clock {
  nowMs(): number;
  /** Calls back once when the given instant may have come. A later call replaces an earlier one. */
  wakeAt(atMs: number, wake: () => void): void;
  stop(): void;
}

/** A Node timer is limited to 31 bits. A longer wait wakes early and is set again. */
const MAX_WAIT_MS = 3_600_000;

export function systemClock(): Clock {
  let timer: NodeJS.Timeout | undefined;
  return {
    nowMs: () => Date.now(),
    wakeAt(atMs, wake) {
      clearTimeout(timer);
      timer = setTimeout(wake, Math.min(MAX_WAIT_MS, Math.max(0, atMs - Date.now())));
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}

export interface ManualClock extends Clock {
  /** Advances the time and runs the acts that become due. */
  advance(byMs: number): void;
}

/** A clock that only the caller moves. */
export function manualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  let pending: { atMs: number; wake: () => void } | undefined;
  return {
    nowMs: () => nowMs,
    wakeAt(atMs, wake) {
      pending = { atMs, wake };
    },
    stop() {
      pending = undefined;
    },
    advance(byMs) {
      const untilMs = nowMs + byMs;
      while (pending && pending.atMs <= untilMs) {
        const { atMs, wake } = pending;
        pending = undefined;
        nowMs = Math.max(nowMs, atMs);
        wake();
      }
      nowMs = untilMs;
    },
  };
}
