/** What a canvas has to notice by itself, since no style sheet reaches into it. Each ends with the signal. */
export function watchTheme(onChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'class'],
  });
  signal.addEventListener('abort', () => observer.disconnect());
}

export function watchFonts(onChange: () => void, signal: AbortSignal): void {
  // Absent where documents have no fonts, as in tests.
  document.fonts?.addEventListener('loadingdone', onChange, { signal });
}

/** A window moved to a sharper screen keeps its size. */
export function watchPixelRatio(onChange: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const query = window.matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  query.addEventListener(
    'change',
    () => {
      onChange();
      watchPixelRatio(onChange, signal);
    },
    { once: true, signal },
  );
}
