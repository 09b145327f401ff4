import { defaultLanguage, type Language } from '../i18n/language.ts';
import { DASH, type NumberValue } from './number.ts';

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

/** The age of data with at most two units: '4초 전', '6분 12초 전', '3일 4시간 전'. */
export function formatAge(ageMs: NumberValue, language: Language = defaultLanguage): string {
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
