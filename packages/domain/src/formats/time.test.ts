import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FormatError, setFormatErrorReporter } from './errors.ts';
import { formatInstant, formatTimestamp, parseInstant } from './time.ts';

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
    '2026-11-15T02:24:30',
    '2026-11-15 02:24:30',
    '2026-11-15 02:24:30Z',
    '2026-11-15',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-11-15T24:00:00Z',
    '2026-11-15T23:60:00Z',
    '2026-11-15T23:59:60Z',
    '2026-11-15T00:00:00+24:00',
    '2026-11-15T00:00:00+09:60',
    '2026-11-15T00:00:00Z\n',
    ' 2026-11-15T00:00:00Z',
    '1763173470000',
    'Sun, 15 Nov 2026 02:24:30 GMT',
    '20261115T022430Z',
    'yesterday',
    '9999-12-31T23:59:59Z',
    '0000-06-01T00:00:00Z',
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

  test('an ISO text of the machine is parsed to the same instant', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (instant) => {
        expect(parseInstant(instant.toISOString())).toBe(instant.getTime());
      }),
    );
  });

  test('in UTC the shown time is the ISO text without T and Z', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (instant) => {
        const iso = instant.toISOString();
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
