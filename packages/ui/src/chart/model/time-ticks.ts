const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The distances between two labels of the time axis. uPlot takes the first that has room, and counts from midnight. */
export const timeStepsMs = [
  ...[1, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 15, 30, 60, 90, 180, 365].map((n) => n * DAY),
];

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
