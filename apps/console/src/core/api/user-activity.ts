/** After this long without input, requests no longer count as the user's activity. */
const ATTENDED_MS = 60_000;
/** Pointer movement does not count, because touching the desk can cause it. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Opening a page counts as input. */
let touchedMs = Date.now();

/** Records the time of the last input. Returns a stop function. */
export function watchUserActivity(): () => void {
  const ending = new AbortController();
  const touch = () => {
    touchedMs = Date.now();
  };
  touch();
  for (const name of TOUCHES)
    window.addEventListener(name, touch, { signal: ending.signal, capture: true, passive: true });
  return () => ending.abort();
}

/** Automatic refreshes continue while the user is away; they must not keep the session alive. */
export function isUnattended(): boolean {
  return Date.now() - touchedMs > ATTENDED_MS;
}
