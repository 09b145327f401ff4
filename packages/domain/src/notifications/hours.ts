import type { Hours } from '@gwanje/contract/alarms/webhooks';

const MINUTE_MS = 60_000;
const DAY_MIN = 24 * 60;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The end of the span that contains now; null: now is outside the hours. */
export function endOfHours({ timeZone, dayList, from, to }: Hours, nowMs: number): number | null {
  const { day, minute } = localTime(timeZone, nowMs);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const isOvernight = end <= begin;
  const dayBefore = day === 1 ? 7 : day - 1;
  let leftMin: number;
  if (dayList.includes(day) && minute >= begin && (isOvernight || minute < end))
    leftMin = isOvernight ? DAY_MIN - minute + end : end - minute;
  else if (isOvernight && dayList.includes(dayBefore) && minute < end) leftMin = end - minute;
  else return null;
  return onTheClock(timeZone, Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + leftMin * MINUTE_MS, end);
}

/** On the night of a clock change the span is an hour shorter or longer. */
function onTheClock(timeZone: string, endMs: number, end: number): number {
  const { minute } = localTime(timeZone, endMs);
  const offMin = ((minute - end + DAY_MIN + DAY_MIN / 2) % DAY_MIN) - DAY_MIN / 2;
  return endMs - offMin * MINUTE_MS;
}

function localTime(timeZone: string, nowMs: number): { day: number; minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(timeZone, clock);
  const parts = new Map(clock.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const day = WEEKDAYS.indexOf(parts.get('weekday') ?? '') + 1;
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
