const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS_MS = [
  ...[1, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
];
const STEPS_DAYS = [1, 2, 5, 10, 15, 30, 60, 90, 180, 365];

export interface TimeTicks {
  readonly atMs: readonly number[];
  readonly stepMs: number;
}

/** Instants at whole minutes, hours or days of the local clock, at most `maxCnt` of them. */
export function timeTicks(fromMs: number, toMs: number, maxCnt: number): TimeTicks {
  const leastMs = (toMs - fromMs) / Math.max(1, maxCnt);
  if (!Number.isFinite(leastMs) || leastMs <= 0) return { atMs: [], stepMs: SECOND };
  const stepMs = STEPS_MS.find((step) => step >= leastMs);
  if (stepMs !== undefined) return { atMs: withinDay(fromMs, toMs, stepMs), stepMs };
  const days = STEPS_DAYS.find((step) => step * DAY >= leastMs) ?? Math.ceil(leastMs / DAY);
  return { atMs: byDays(fromMs, toMs, days), stepMs: days * DAY };
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

/** Counted from each midnight, so that a daylight-saving change does not shift the later ticks. */
function withinDay(fromMs: number, toMs: number, stepMs: number): number[] {
  const ticks: number[] = [];
  for (let dayMs = dayStart(fromMs); dayMs <= toMs; dayMs = addDays(dayMs, 1)) {
    const day = new Date(dayMs);
    // Two hours early, because of a possible daylight-saving change.
    const firstMs = Math.max(0, Math.floor((fromMs - dayMs - 2 * HOUR) / stepMs) * stepMs);
    for (let offsetMs = firstMs; offsetMs < DAY; offsetMs += stepMs) {
      const atMs = new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, 0, 0, offsetMs).getTime();
      if (atMs > toMs) return ticks;
      // Clock times that do not exist that night fall on a neighbouring tick.
      if (atMs >= fromMs && atMs > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(atMs);
    }
  }
  return ticks;
}

function byDays(fromMs: number, toMs: number, days: number): number[] {
  const ticks: number[] = [];
  // Counted from a fixed day, so that ticks stay at their instants while the range moves.
  let atMs = addDays(dayStart(fromMs), -(dayNumber(fromMs) % days));
  for (; atMs <= toMs; atMs = addDays(atMs, days)) {
    if (atMs >= fromMs) ticks.push(atMs);
  }
  return ticks;
}

function dayStart(atMs: number): number {
  const at = new Date(atMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

function addDays(dayMs: number, days: number): number {
  const at = new Date(dayMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

function dayNumber(atMs: number): number {
  const at = new Date(atMs);
  return Math.floor(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY);
}
