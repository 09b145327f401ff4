import { onRefresh } from '#core/refresh/refresh-store.ts';

/**
 * Combines a burst of hints into one call, at once or `everyMs` after the previous one. A hidden page gets no call, and
 * one when it becomes visible again. A refresh for another reason counts as a call.
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

  // The refresh skips queries that have just been fetched; a waiting hint keeps its time.
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
