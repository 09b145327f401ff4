import { onRefresh } from '#core/refresh/refreshed.ts';

/**
 * Lets a burst of hints through as one call, at once or when `everyMs` have passed since the last; while the page is
 * hidden nothing is called, and once when it is seen again. A refresh for another reason counts as a call.
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

  // What was called for just now is too new for the refresh, and a hint that waits is followed in its time.
  const stopCounting = onRefresh(() => {
    if (!isDue && Date.now() - lastMs >= everyMs) lastMs = Date.now();
  });
  document.addEventListener('visibilitychange', plan);
  return {
    hint() {
      if (isDue) return;
      isDue = true;
      plan();
    },
    close() {
      clearTimeout(timer);
      stopCounting();
      document.removeEventListener('visibilitychange', plan);
    },
  };
}
