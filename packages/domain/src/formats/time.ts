import { formatOr } from './errors.ts';
import { DASH } from './number.ts';

export interface TimeOptions {
  /** IANA name; absent: the zone of the browser or process. */
  readonly timeZone?: string;
}

const ISO_WITH_ZONE =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/;

/**
 * '2026-11-15T02:24:30Z' → '2026-11-15 11:24:30' in Seoul. Only an ISO timestamp with a zone is reformatted.
 * Any other text is shown unchanged, because without a zone its instant is unknown.
 */
export function formatTimestamp(text: string | null | undefined, options: TimeOptions = {}): string {
  if (text === null || text === undefined || text === '') return DASH;
  if (typeof text !== 'string') return formatOr('timestamp', text, DASH, refuse);
  const instantMs = parseInstant(text);
  if (instantMs === undefined) return text;
  return formatOr('timestamp', text, text, () => inZone(instantMs, options.timeZone) ?? text);
}

/** An instant in milliseconds since 1970, formatted as a timestamp. */
export function formatInstant(instantMs: number | null | undefined, options: TimeOptions = {}): string {
  if (typeof instantMs !== 'number' || !Number.isFinite(instantMs)) return DASH;
  return formatOr('instant', instantMs, DASH, () => inZone(instantMs, options.timeZone) ?? DASH);
}

/**
 * The instant of an ISO timestamp with a zone. Undefined for any other text and for days that do not exist.
 */
export function parseInstant(text: string): number | undefined {
  const match = ISO_WITH_ZONE.exec(text);
  if (!match) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second = '0',
    fraction = '',
    sign = '+',
    zoneHour = '0',
    zoneMinute = '0',
  ] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;

  const date = new Date(0);
  // Not Date.UTC: it reads the years 0–99 as 1900–1999, and Go writes 0001-01-01 for "never".
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have moves the date into another month.
  if (date.getUTCMonth() !== Number(month) - 1) return undefined;
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, '0').slice(0, 3)));

  const offsetMs = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
  return sign === '-' ? date.getTime() + offsetMs : date.getTime() - offsetMs;
}

function refuse(): string {
  throw new TypeError('a timestamp is a text');
}

/** Undefined when the year does not have four digits. */
function inZone(instantMs: number, timeZone: string | undefined): string | undefined {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of dateTimeFormat(timeZone).formatToParts(instantMs)) parts[type] = value;
  const { era, year = '', month, day, hour, minute, second } = parts;
  if (era !== 'AD' || year.length > 4) return undefined;
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`;
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function dateTimeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
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
