// Runs in the browser before other scripts: records each colour scheme of the document, with the time.
const seen = [];
window.seenColorSchemes = seen;
function note() {
  const scheme = document.documentElement?.getAttribute('data-mantine-color-scheme') ?? null;
  if (scheme !== seen.at(-1)?.scheme) seen.push({ atMs: performance.now(), scheme });
}
new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
