/** Who has touched nothing for this long has not asked for what the page asks. */
const ATTENDED_MS = 60_000;
/** Not the movement of a pointer: a table that is bumped into moves it too. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Opening a page is somebody's act. */
let touchedMs = Date.now();

/** Notes when somebody last used the page; gives back the way to end it. */
export function watchAttendance(): () => void {
  const ending = new AbortController();
  const touch = () => {
    touchedMs = Date.now();
  };
  touch();
  for (const name of TOUCHES)
    window.addEventListener(name, touch, { signal: ending.signal, capture: true, passive: true });
  return () => ending.abort();
}

/** Refreshes at an interval and upon hints go on while nobody is there; they must not keep a session alive. */
export function isUnattended(): boolean {
  return Date.now() - touchedMs > ATTENDED_MS;
}
