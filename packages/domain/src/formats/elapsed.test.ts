import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAge, formatElapsed, formatRoughAge, isStale, STALE_AFTER_MS } from './time.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('stale', () => {
  const now = Date.UTC(2026, 10, 15);
  test.each([
    ['now', now, false],
    ['a millisecond less than five minutes ago', now - STALE_AFTER_MS + 1, false],
    ['five minutes ago', now - STALE_AFTER_MS, true],
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

  test('five minutes are 300,000 ms', () => {
    expect(STALE_AFTER_MS).toBe(300_000);
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
    expect(formatElapsed(elapsedMs)).toBe(korean);
    expect(formatElapsed(elapsedMs, 'en')).toBe(english);
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

describe('age', () => {
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
  ])('%s ms is %s', (ageMs, korean, english) => {
    expect(formatAge(ageMs)).toBe(korean);
    expect(formatAge(ageMs, 'en')).toBe(english);
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
    expect(formatRoughAge(ageMs)).toBe(korean);
    expect(formatRoughAge(ageMs, 'en')).toBe(english);
  });
});
