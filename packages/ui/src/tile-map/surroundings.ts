/** Changes that a canvas must observe itself: style sheets do not apply inside. The signal ends a watch. */
export function watchTheme(onChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'class'],
  });
  signal.addEventListener('abort', () => observer.disconnect());
}

export function watchFonts(onChange: () => void, signal: AbortSignal): void {
  // Absent in documents without fonts, as in tests.
  document.fonts?.addEventListener('loadingdone', onChange, { signal });
}

/** A window that moves to a sharper screen keeps its size. */
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
