/**
 * Combines a burst of hints into one call, at once or `everyMs` after the previous one. A hidden page gets no call, and
 * one when it becomes visible again.
 */
export function hintGate(everyMs: number, fire: () => void): { hint(): void; close(): void } {
  let lastMs = Number.NEGATIVE_INFINITY;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    clearTimeout(timer);
    if (isDue && !document.hidden) timer = setTimeout(go, Math.max(0, lastMs + everyMs - Date.now()));
  }

  function go(): void {
    isDue = false;
    lastMs = Date.now();
    fire();
  }

  document.addEventListener('visibilitychange', plan);
  return {
    hint() {
      if (isDue) return;
      isDue = true;
      plan();
    },
    close() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    },
  };
}
