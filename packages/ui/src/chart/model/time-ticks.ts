const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The distances between two labels of the time axis. uPlot takes the first that has room. */
export const timeStepsMs = [
  ...[1, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 90, 180, 365].map((n) => n * DAY),
];

/**
 * The instants of the labels, on the local clock. They are counted from midnight, days from a fixed day: a
 * label keeps its instant while the range moves, and a change to summer time shifts no later label.
 */
export function timeTicks(fromMs: number, toMs: number, stepMs: number): number[] {
  const from = new Date(fromMs);
  const localTime = (addedDays: number, addedMs: number) =>
    new Date(from.getFullYear(), from.getMonth(), from.getDate() + addedDays, 0, 0, 0, addedMs).getTime();
  const days = Math.max(1, Math.round(stepMs / DAY));
  const firstDay = Math.floor(Date.UTC(from.getFullYear(), from.getMonth(), from.getDate()) / DAY);
  const ticks = new Set<number>();
  for (let day = -(firstDay % days); localTime(day, 0) <= toMs; day += days) {
    // Up to two hours early: the clock may have changed since midnight.
    const passedMs = fromMs - localTime(day, 0) - 2 * HOUR;
    for (let ms = Math.max(0, Math.floor(passedMs / stepMs) * stepMs); ms < DAY; ms += stepMs) {
      const atMs = localTime(day, ms);
      if (atMs > toMs) break;
      // A clock time that does not exist on the day of a change is that of another label.
      if (atMs >= fromMs) ticks.add(atMs);
    }
  }
  return [...ticks].sort((a, b) => a - b);
}

/** HH:mm, HH:mm:ss below a minute, and MM-DD where a day begins. */
export function timeTickLabel(atMs: number, stepMs: number): string {
  const at = new Date(atMs);
  const [month, day, hour, minute, second] = [
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'));
  if (stepMs >= 180 * DAY) return `${at.getFullYear()}-${month}`;
  const beginsDay = hour === '00' && minute === '00' && second === '00';
  if (stepMs >= DAY || beginsDay) return `${month}-${day}`;
  return stepMs < MINUTE ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}
