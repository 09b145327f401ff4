import { defaultLanguage, type Language } from '../i18n/language.ts';
import { formatOr } from './errors.ts';
import { DASH, type NumberValue } from './numbers.ts';

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

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const STALE_AFTER_MS = 5 * MINUTE_MS;

type Unit = 'day' | 'hour' | 'minute' | 'second';

const unitLabels: Record<Language, Record<Unit, string>> = {
  ko: { day: '일', hour: '시간', minute: '분', second: '초' },
  en: { day: 'd', hour: 'h', minute: 'm', second: 's' },
};
const ago: Record<Language, string> = { ko: '전', en: 'ago' };
const justNow: Record<Language, string> = { ko: '방금', en: 'just now' };

/**
 * Data is stale when it is 5 minutes or more older than the reference time, when it never arrived, or when
 * its time is unknown.
 */
export function isStale(dataMs: NumberValue, referenceMs: NumberValue): boolean {
  if (typeof dataMs !== 'number' || typeof referenceMs !== 'number') return true;
  return !Number.isFinite(dataMs) || !(referenceMs - dataMs < STALE_AFTER_MS);
}

/**
 * '3일 4시간 5분 6초': from the first unit that is not zero to seconds. A wrong clock shows '0초', not a negative.
 */
export function formatElapsed(elapsedMs: NumberValue, language: Language = defaultLanguage): string {
  if (!isFiniteNumber(elapsedMs)) return DASH;
  return joined(fromFirstUsed(elapsedMs), language);
}

/** The first two units of an elapsed time, for a narrow column: '3일 4시간'. The full text belongs in its title. */
export function formatShortElapsed(elapsedMs: NumberValue, language: Language = defaultLanguage): string {
  if (!isFiniteNumber(elapsedMs)) return DASH;
  return joined(fromFirstUsed(elapsedMs).slice(0, 2), language);
}

/** The age of data: '4초 전', '3일 4시간 5분 6초 전'. */
export function formatAge(ageMs: NumberValue, language: Language = defaultLanguage): string {
  if (!isFiniteNumber(ageMs)) return DASH;
  return `${joined(fromFirstUsed(ageMs), language)} ${ago[language]}`;
}

/** An age with at most two units, for a narrow place: '6분 12초 전', '3일 4시간 전'. Its title has the full age. */
export function formatShortAge(ageMs: NumberValue, language: Language = defaultLanguage): string {
  if (!isFiniteNumber(ageMs)) return DASH;
  const shown = fromFirstUsed(ageMs)
    .slice(0, 2)
    .filter((part, index) => index === 0 || part.amount > 0);
  return `${joined(shown, language)} ${ago[language]}`;
}

/** The age of an event with one unit: '방금' within the last minute, then '3분 전', '2시간 전'. */
export function formatRoughAge(ageMs: NumberValue, language: Language = defaultLanguage): string {
  if (!isFiniteNumber(ageMs)) return DASH;
  if (ageMs < MINUTE_MS) return justNow[language];
  return `${joined(fromFirstUsed(ageMs).slice(0, 1), language)} ${ago[language]}`;
}

interface Part {
  readonly unit: Unit;
  readonly amount: number;
}

function fromFirstUsed(elapsedMs: number): Part[] {
  const ms = Math.max(0, elapsedMs);
  const parts: Part[] = [
    { unit: 'day', amount: Math.floor(ms / DAY_MS) },
    { unit: 'hour', amount: Math.floor((ms % DAY_MS) / HOUR_MS) },
    { unit: 'minute', amount: Math.floor((ms % HOUR_MS) / MINUTE_MS) },
    { unit: 'second', amount: Math.floor((ms % MINUTE_MS) / SECOND_MS) },
  ];
  const first = parts.findIndex((part) => part.amount > 0);
  return first === -1 ? parts.slice(-1) : parts.slice(first);
}

function joined(parts: readonly Part[], language: Language): string {
  return parts.map(({ unit, amount }) => `${amount}${unitLabels[language][unit]}`).join(' ');
}

function isFiniteNumber(value: NumberValue): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

const UNITS = [
  { seconds: 86_400, ko: '일', en: 'd' },
  { seconds: 3600, ko: '시간', en: 'h' },
  { seconds: 60, ko: '분', en: 'min' },
  { seconds: 1, ko: '초', en: 's' },
] as const;
const SECONDS_OF: ReadonlyMap<string, number> = new Map([
  ...UNITS.flatMap(({ seconds, ko, en }): [string, number][] => [
    [ko, seconds],
    [en, seconds],
  ]),
  ['m', 60],
]);
/** A number without a unit means minutes. */
const BARE_S = 60;

/** A time span in a setting: 5400 → '1시간 30분'. */
export function formatSpan(spanS: number, language: Language): string {
  const parts: string[] = [];
  let rest = spanS;
  for (const unit of UNITS) {
    const amount = Math.floor(rest / unit.seconds);
    rest -= amount * unit.seconds;
    if (amount > 0 || (unit.seconds === 1 && parts.length === 0))
      parts.push(`${amount}${language === 'ko' ? '' : ' '}${unit[language]}`);
  }
  return parts.join(' ');
}

/** Parses a time span in either language: '5분', '90초', '1h 30min', '5' (minutes). Undefined: it is none. */
export function parseSpan(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (/^\d+(\.\d+)?$/.test(plain)) return wholeSeconds(Number(plain) * BARE_S);
  if (!/^(\d+(\.\d+)?\s*[a-z가-힣]+\s*)+$/.test(plain)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ''] of plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z가-힣]+)/g)) {
    const seconds = SECONDS_OF.get(unit);
    if (seconds === undefined) return undefined;
    sum += Number(amount) * seconds;
  }
  return wholeSeconds(sum);
}

function wholeSeconds(spanS: number): number | undefined {
  return Number.isSafeInteger(spanS) ? spanS : undefined;
}
