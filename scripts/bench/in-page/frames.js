// Runs in the browser before anything else: how long frames and ways from page to page take.
let longestMs = 0;
let lastMs = null;

function note(atMs) {
  if (lastMs !== null) longestMs = Math.max(longestMs, atMs - lastMs);
  lastMs = atMs;
  requestAnimationFrame(note);
}
requestAnimationFrame(note);

window.watchFrames = () => {
  longestMs = 0;
  lastMs = null;
};
window.longestFrameMs = () => longestMs;
window.nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Until the page has its title and what it is about, and nothing stands for it any more. */
window.goTo = async ({ path, title, seen }) => {
  const startMs = performance.now();
  history.pushState(null, '', path);
  const isThere = () =>
    document.title.startsWith(title) &&
    document.querySelector(seen) !== null &&
    document.querySelector('main .mantine-Skeleton-root') === null;
  do await window.nextFrame();
  while (!isThere());
  return performance.now() - startMs;
};
