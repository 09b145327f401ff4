/** Attributes of the root element switch colours and text size. */
export const THEME_SWITCHES = ['data-mantine-color-scheme', 'style'];

/** For canvases, which must be redrawn. Returns a function that ends the watch. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: THEME_SWITCHES });
  return () => observer.disconnect();
}
