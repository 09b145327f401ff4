/** Where the simulated clusters take their time from. */
export interface Clock {
  nowMs(): number;
  /** Calls back once when the given instant may have come; a later call replaces an earlier one. */
  wakeAt(atMs: number, wake: () => void): void;
  stop(): void;
}

/** A timer of Node holds 31 bits; a longer wait wakes early and is asked for again. */
const LONGEST_WAIT_MS = 3_600_000;

export function systemClock(): Clock {
  let timer: NodeJS.Timeout | undefined;
  return {
    nowMs: () => Date.now(),
    wakeAt(atMs, wake) {
      clearTimeout(timer);
      timer = setTimeout(wake, Math.min(LONGEST_WAIT_MS, Math.max(0, atMs - Date.now())));
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}

export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due on the way. */
  advance(byMs: number): void;
}

export interface WaitingClock extends Clock {
  /** From now on it is the real clock. */
  follow(): void;
}

/** Stands at an instant of the past until `follow`: a world is made then, and catches up with the present. */
export function waitingClock(startMs: number): WaitingClock {
  const real = systemClock();
  let isReal = false;
  return {
    nowMs: () => (isReal ? Math.max(startMs, real.nowMs()) : startMs),
    wakeAt(atMs, wake) {
      if (isReal) real.wakeAt(atMs, wake);
    },
    stop: () => real.stop(),
    follow() {
      isReal = true;
    },
  };
}

/** Time that stands still until the caller moves it. */
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
