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

export interface HeldClock extends ManualClock {
  /** From now on it is the real clock, and never goes back. */
  follow(): void;
}

/** Time that is moved by hand through the past until it is let go: a world that begins yesterday and goes on today. */
export function heldClock(startMs: number): HeldClock {
  const held = manualClock(startMs);
  let real: Clock | undefined;
  let pending: { atMs: number; wake: () => void } | undefined;
  return {
    nowMs: () => (real ? Math.max(held.nowMs(), real.nowMs()) : held.nowMs()),
    wakeAt(atMs, wake) {
      pending = { atMs, wake };
      (real ?? held).wakeAt(atMs, wake);
    },
    stop() {
      held.stop();
      real?.stop();
    },
    advance(byMs) {
      if (!real) held.advance(byMs);
    },
    follow() {
      if (real) return;
      real = systemClock();
      held.stop();
      if (pending) real.wakeAt(pending.atMs, pending.wake);
    },
  };
}

/** Time that stands still until somebody moves it: for tests, and for the same bytes on every run. */
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
