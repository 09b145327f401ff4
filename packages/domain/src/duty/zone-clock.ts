const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Two changes of a clock are further apart, and a change moves the clock by at most a day. */
const AROUND_DAYS = 2;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What the clock of a zone shows, as if it were UTC: milliseconds since 1970 at which a clock in UTC shows the same day
 * and time.
 */
export function wallClockMs(timeZone: string, instantMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) parts[type] = value;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/**
 * The first instant at which the clock of a zone shows this time or a later one. A skipped time is the instant of the
 * change, a repeated time its first pass: the result never decreases when the time grows.
 */
export function instantOf(timeZone: string, clockMs: number): number {
  const day = Math.floor(clockMs / DAY_MS);
  const before = offsetOfDay(timeZone, day - AROUND_DAYS);
  const after = offsetOfDay(timeZone, day + AROUND_DAYS + 1);
  if (before === after) return clockMs - before;
  const changeMs = changeBetween(timeZone, (day - AROUND_DAYS) * DAY_MS, (day + AROUND_DAYS + 1) * DAY_MS);
  const early = clockMs - before;
  return early < changeMs ? early : Math.max(changeMs, clockMs - after);
}

/** The day on the calendar of a zone, counted from 1970-01-01. */
export function dayAt(timeZone: string, instantMs: number): number {
  return Math.floor(wallClockMs(timeZone, instantMs) / DAY_MS);
}

export function dayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** From 1 (Monday) to 7. 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** 'HH:mm' as milliseconds of the day. */
export function clockTimeMs(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour * 60 + minute) * 60_000;
}

function offsetAt(timeZone: string, instantMs: number): number {
  const wholeMs = Math.floor(instantMs / 1000) * 1000;
  return wallClockMs(timeZone, wholeMs) - wholeMs;
}

const MAX_KNOWN_OFFSETS = 20_000;
const knownOffsets = new Map<string, number>();

/** The offset at the start of a UTC day. A calendar asks for the same days again and again. */
function offsetOfDay(timeZone: string, day: number): number {
  const key = `${timeZone} ${day}`;
  const known = knownOffsets.get(key);
  if (known !== undefined) return known;
  if (knownOffsets.size >= MAX_KNOWN_OFFSETS) knownOffsets.clear();
  const offset = offsetAt(timeZone, day * DAY_MS);
  knownOffsets.set(key, offset);
  return offset;
}

/** The first instant with the later offset. */
function changeBetween(timeZone: string, fromMs: number, toMs: number): number {
  const before = offsetAt(timeZone, fromMs);
  let [early, late] = [Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offsetAt(timeZone, middle * 1000) === before) early = middle;
    else late = middle;
  }
  return late * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
