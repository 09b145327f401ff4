// Runs in the browser before other scripts. Measures frames and page changes.
/** 20 per second. */
const LONG_MS = 50;
let seen = { longestMs: 0, frameCnt: 0, longCnt: 0 };
let lastMs = null;

function note(atMs) {
  if (lastMs !== null) {
    // The clock measures three frames of 1/60 s as 50 ms plus or minus 0.1 ms.
    const tookMs = Math.round(atMs - lastMs);
    seen.frameCnt++;
    seen.longestMs = Math.max(seen.longestMs, tookMs);
    if (tookMs > LONG_MS) seen.longCnt++;
  }
  lastMs = atMs;
  requestAnimationFrame(note);
}
requestAnimationFrame(note);

window.watchFrames = () => {
  seen = { longestMs: 0, frameCnt: 0, longCnt: 0 };
  lastMs = null;
};
window.nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Includes the current frame. */
window.framesSeen = async () => {
  await window.nextFrame();
  return seen;
};

/** Resolves when the page shows its title and its content, without placeholders. */
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
