// Runs in the browser before anything else: how long frames and ways from page to page take.
/** 20 a second. */
const LONG_MS = 50;
let seen = { longestMs: 0, frameCnt: 0, longCnt: 0 };
let lastMs = null;

function note(atMs) {
  if (lastMs !== null) {
    // Of three sixtieths of a second the clock makes 50 ms and a tenth, or less a tenth.
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

/** With the one that is being made. */
window.framesSeen = async () => {
  await window.nextFrame();
  return seen;
};

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
