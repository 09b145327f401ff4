const CHECK_EVERY_MS = 500;
/** Read at once: the parent may end while this process still starts. */
const parent = process.ppid;

/**
 * Calls back when the parent process has ended, in any way. `npm start` is two processes: after a kill -9 of
 * the first, the second gets no signal, only another parent.
 */
export function onParentEnd(ended: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, CHECK_EVERY_MS);
  timer.unref();
}
