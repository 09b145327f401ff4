/** Combines a burst of requests into one load, at once or `everyMs` after the previous one. */
export function throttleLoads(everyMs: number, load: () => void): { request(): void; close(): void } {
  let lastMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    timer = undefined;
    lastMs = Date.now();
    load();
  }

  return {
    request: () => {
      timer ??= setTimeout(go, Math.max(0, lastMs + everyMs - Date.now()));
    },
    close: () => clearTimeout(timer),
  };
}
