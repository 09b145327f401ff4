import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from '../i18n/language.ts';
import { type FormatError, setFormatErrorReporter } from './errors.ts';
import {
  formatAge,
  formatElapsed,
  formatInstant,
  formatRoughAge,
  formatShortAge,
  formatShortElapsed,
  formatSpan,
  formatTimestamp,
  isStale,
  parseInstant,
  parseSpan,
} from './time.ts';

const seoul = { timeZone: 'Asia/Seoul' };

describe('timestamps', () => {
  test.each([
    ['2026-11-15T02:24:30Z', '2026-11-15 11:24:30'],
    ['2026-11-15T11:24:30+09:00', '2026-11-15 11:24:30'],
    ['2026-11-15T11:24:30+0900', '2026-11-15 11:24:30'],
    ['2026-11-15T11:24:30+09', '2026-11-15 11:24:30'],
    ['2026-11-14T21:54:30-04:30', '2026-11-15 11:24:30'],
    ['2026-11-15T02:24:30.999Z', '2026-11-15 11:24:30'],
    ['2026-11-15T02:24:30.123456789Z', '2026-11-15 11:24:30'],
    ['2026-11-15T02:24Z', '2026-11-15 11:24:00'],
    ['2026-11-15T15:00:00Z', '2026-11-16 00:00:00'],
    ['2026-12-31T15:00:00Z', '2027-01-01 00:00:00'],
    ['2028-02-29T00:00:00Z', '2028-02-29 09:00:00'],
    ['1969-12-31T23:59:59Z', '1970-01-01 08:59:59'],
  ])('%s is shown as %s in Seoul', (text, shown) => {
    expect(formatTimestamp(text, seoul)).toBe(shown);
  });

  test.each([
    ...['2026-11-15T02:24:30', '2026-11-15 02:24:30', '2026-11-15 02:24:30Z', '2026-11-15'],
    ...['2026-02-30T00:00:00Z', '2027-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z'],
    ...['2026-01-00T00:00:00Z', '2026-11-15T24:00:00Z', '2026-11-15T23:60:00Z', '2026-11-15T23:59:60Z'],
    ...['2026-11-15T00:00:00+24:00', '2026-11-15T00:00:00+09:60', '2026-11-15T00:00:00Z\n'],
    ...[' 2026-11-15T00:00:00Z', '1763173470000', 'Sun, 15 Nov 2026 02:24:30 GMT', '20261115T022430Z'],
    ...['yesterday', '9999-12-31T23:59:59Z', '0000-06-01T00:00:00Z'],
  ])('%j is left as it is', (text) => {
    expect(formatTimestamp(text, seoul)).toBe(text);
  });

  test('a missing timestamp is a dash', () => {
    expect([null, undefined, ''].map((text) => formatTimestamp(text))).toEqual(['-', '-', '-']);
  });

  test("the zero time of Go is readable, although it is before the zone's first offset", () => {
    expect(formatTimestamp('0001-01-01T00:00:00Z', { timeZone: 'UTC' })).toBe('0001-01-01 00:00:00');
  });

  test('the hour that a zone skips in spring is not shown', () => {
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(formatTimestamp('2026-03-29T00:59:59Z', berlin)).toBe('2026-03-29 01:59:59');
    expect(formatTimestamp('2026-03-29T01:00:00Z', berlin)).toBe('2026-03-29 03:00:00');
  });

  test('an unknown zone is reported and the original text is shown', () => {
    const seen: FormatError[] = [];
    const restore = setFormatErrorReporter((failure) => seen.push(failure));
    expect(formatTimestamp('2026-11-15T02:24:30Z', { timeZone: 'Nowhere/City' })).toBe(
      '2026-11-15T02:24:30Z',
    );
    restore();
    expect(seen).toMatchObject([{ formatter: 'timestamp', error: expect.any(RangeError) }]);
  });

  test('the default zone is that of the machine', () => {
    const local = new Date('2026-11-15T02:24:30Z');
    const hour = String(local.getHours()).padStart(2, '0');
    expect(formatTimestamp('2026-11-15T02:24:30Z')).toContain(` ${hour}:`);
  });
});

describe('instants', () => {
  test.each([
    [Date.UTC(2026, 10, 15, 2, 24, 30), '2026-11-15 11:24:30'],
    [0, '1970-01-01 09:00:00'],
    [null, '-'],
    [undefined, '-'],
    [Number.NaN, '-'],
    [Number.POSITIVE_INFINITY, '-'],
    [8.64e15, '-'],
  ])('%s is shown as %s in Seoul', (instantMs, shown) => {
    expect(formatInstant(instantMs, seoul)).toBe(shown);
  });

  test('an instant outside the range of dates is reported and shown as a dash', () => {
    const seen: FormatError[] = [];
    const restore = setFormatErrorReporter((failure) => seen.push(failure));
    expect(formatInstant(1e17, seoul)).toBe('-');
    restore();
    expect(seen).toHaveLength(1);
  });

  test('an ISO text is parsed to its instant, and in UTC shown without T and Z', () => {
    const [min, max] = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (instant) => {
        const iso = instant.toISOString();
        expect(parseInstant(iso)).toBe(instant.getTime());
        expect(formatTimestamp(iso, { timeZone: 'UTC' })).toBe(iso.slice(0, 19).replace('T', ' '));
      }),
    );
  });

  test('any text is shown without an error', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(formatTimestamp(text, seoul)).toBe(text);
      }),
    );
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('stale', () => {
  const now = Date.UTC(2026, 10, 15);
  test.each([
    ['now', now, false],
    ['a millisecond less than five minutes ago', now - 299_999, false],
    ['five minutes ago', now - 300_000, true],
    ['a day ago', now - DAY, true],
    ['in the future (wrong clock)', now + HOUR, false],
    ['never', null, true],
    ['unknown', undefined, true],
    ['NaN', Number.NaN, true],
  ])('data from %s', (_when, dataMs, stale) => {
    expect(isStale(dataMs, now)).toBe(stale);
  });

  test('data without a reference time is never fresh', () => {
    expect(isStale(now, Number.NaN)).toBe(true);
    expect(isStale(now, null)).toBe(true);
  });
});

describe('elapsed time', () => {
  test.each([
    [3 * DAY + 4 * HOUR + 5 * MINUTE + 6 * SECOND, '3일 4시간 5분 6초', '3d 4h 5m 6s'],
    [0, '0초', '0s'],
    [999, '0초', '0s'],
    [59_999, '59초', '59s'],
    [MINUTE, '1분 0초', '1m 0s'],
    [8 * MINUTE + 20 * SECOND, '8분 20초', '8m 20s'],
    [HOUR + 5 * SECOND, '1시간 0분 5초', '1h 0m 5s'],
    [DAY, '1일 0시간 0분 0초', '1d 0h 0m 0s'],
    [400 * DAY, '400일 0시간 0분 0초', '400d 0h 0m 0s'],
    [-5000, '0초', '0s'],
    [null, '-', '-'],
    [undefined, '-', '-'],
    [Number.NaN, '-', '-'],
    [Number.POSITIVE_INFINITY, '-', '-'],
  ])('%s ms is %s', (elapsedMs, korean, english) => {
    expect([formatElapsed(elapsedMs), formatElapsed(elapsedMs, 'en')]).toEqual([korean, english]);
  });

  test('the units add up to the elapsed seconds, rounded down', () => {
    const secondsPer: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 };
    fc.assert(
      fc.property(fc.nat({ max: 1e12 }), (elapsedMs) => {
        const parts = formatElapsed(elapsedMs, 'en').split(' ');
        const sum = parts.reduce(
          (total, part) => total + Number(part.slice(0, -1)) * (secondsPer[part.slice(-1)] ?? Number.NaN),
          0,
        );
        expect(sum).toBe(Math.floor(elapsedMs / 1000));
      }),
    );
  });
});

test('a short elapsed time has two units', () => {
  const elapsedMs = 3 * DAY + 4 * HOUR + 5 * MINUTE + 6 * SECOND;
  expect(formatShortElapsed(elapsedMs)).toBe('3일 4시간');
  expect(formatShortElapsed(elapsedMs, 'en')).toBe('3d 4h');
  expect([formatShortElapsed(6 * SECOND), formatShortElapsed(null)]).toEqual(['6초', '-']);
});

describe('age', () => {
  test.each([
    [3 * DAY + 4 * HOUR + 5 * MINUTE + 6 * SECOND, '3일 4시간 5분 6초 전', '3d 4h 5m 6s ago'],
    [6 * MINUTE, '6분 0초 전', '6m 0s ago'],
    [-HOUR, '0초 전', '0s ago'],
    [null, '-', '-'],
  ])('%s ms has all units: %s', (ageMs, korean, english) => {
    expect([formatAge(ageMs), formatAge(ageMs, 'en')]).toEqual([korean, english]);
  });

  test.each([
    [4 * SECOND, '4초 전', '4s ago'],
    [6 * MINUTE + 12 * SECOND, '6분 12초 전', '6m 12s ago'],
    [6 * MINUTE, '6분 전', '6m ago'],
    [2 * HOUR + 59 * SECOND, '2시간 전', '2h ago'],
    [3 * DAY + 4 * HOUR + 5 * MINUTE, '3일 4시간 전', '3d 4h ago'],
    [0, '0초 전', '0s ago'],
    [-HOUR, '0초 전', '0s ago'],
    [null, '-', '-'],
    [Number.NaN, '-', '-'],
  ])('%s ms is %s in a narrow place', (ageMs, korean, english) => {
    expect([formatShortAge(ageMs), formatShortAge(ageMs, 'en')]).toEqual([korean, english]);
  });
});

describe('rough age', () => {
  test.each([
    [0, '방금', 'just now'],
    [-HOUR, '방금', 'just now'],
    [MINUTE - 1, '방금', 'just now'],
    [MINUTE, '1분 전', '1m ago'],
    [3 * MINUTE + 40 * SECOND, '3분 전', '3m ago'],
    [2 * HOUR + 59 * MINUTE, '2시간 전', '2h ago'],
    [3 * DAY, '3일 전', '3d ago'],
    [null, '-', '-'],
    [Number.POSITIVE_INFINITY, '-', '-'],
  ])('%s ms is %s', (ageMs, korean, english) => {
    expect([formatRoughAge(ageMs), formatRoughAge(ageMs, 'en')]).toEqual([korean, english]);
  });
});

test.each([
  [0, '0초', '0 s'],
  [90, '1분 30초', '1 min 30 s'],
  [300, '5분', '5 min'],
  [5400, '1시간 30분', '1 h 30 min'],
  [86_400, '1일', '1 d'],
])('%d seconds are %s', (spanS, korean, english) => {
  expect([formatSpan(spanS, 'ko'), formatSpan(spanS, 'en')]).toEqual([korean, english]);
});

test.each([
  ['5', 300],
  ['1.5', 90],
  [' 90초 ', 90],
  ['1시간30분', 5400],
  ['5m', 300],
  ['1H 5 Min', 3900],
  ['', undefined],
  ['오분', undefined],
  ['5주', undefined],
  ['-5분', undefined],
  ['0.1초', undefined],
  ['5분 x', undefined],
  ['1e9분', undefined],
])('"%s" is parsed as %s', (text, spanS) => {
  expect(parseSpan(text)).toBe(spanS);
});

test('a formatted time span can be parsed again', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.constantFrom(...languages), (spanS, language) => {
      expect(parseSpan(formatSpan(spanS, language))).toBe(spanS);
    }),
  );
});
