import { describe, expect, test } from 'vitest';
import {
  daysOfPeriod,
  dueMs,
  lastFinishedPeriod,
  periodAfter,
  periodAt,
  periodBefore,
  periodOfDate,
  startsAgain,
} from './report-periods.ts';

const HOUR_MS = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('the period of a day', () => {
  test.each([
    ['weekly', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['weekly', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['weekly', '2026-01-01', '2025-12-29', '2026-01-04'],
    ['monthly', '2026-11-19', '2026-11-01', '2026-11-30'],
    ['monthly', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['monthly', '2026-12-31', '2026-12-01', '2026-12-31'],
  ] as const)('%s %s is from %s to %s', (kind, date, fromDate, toDate) => {
    expect(periodOfDate(kind, 'Asia/Seoul', date)).toMatchObject({ fromDate, toDate });
  });

  test('begins and ends at midnight of the time zone', () => {
    const { fromMs, toMs } = periodOfDate('weekly', 'Asia/Seoul', '2026-11-18');
    expect([iso(fromMs), iso(toMs)]).toEqual(['2026-11-15T15:00:00.000Z', '2026-11-22T15:00:00.000Z']);
  });

  test('is an hour longer or shorter when the clock changes', () => {
    const lengthH = (date: string) => {
      const { fromMs, toMs } = periodOfDate('weekly', 'Europe/Berlin', date);
      return (toMs - fromMs) / HOUR_MS;
    };
    expect(lengthH('2026-03-29')).toBe(167);
    expect(lengthH('2026-10-25')).toBe(169);
    expect(lengthH('2026-11-05')).toBe(168);
  });
});

test('an instant belongs to the period of the day that its time zone shows', () => {
  const atMs = Date.parse('2026-11-30T15:30:00Z');
  expect(periodAt('monthly', 'UTC', atMs).fromDate).toBe('2026-11-01');
  expect(periodAt('monthly', 'Asia/Seoul', atMs).fromDate).toBe('2026-12-01');
  expect(lastFinishedPeriod('monthly', 'Asia/Seoul', atMs).toDate).toBe('2026-11-30');
});

test.each(['weekly', 'monthly'] as const)('%s periods follow each other without a gap', (kind) => {
  const zone = 'America/New_York';
  let period = periodOfDate(kind, zone, '2025-12-20');
  for (let count = 0; count < 60; count++) {
    const next = periodAfter(kind, zone, period);
    expect(next.fromMs).toBe(period.toMs);
    expect(periodBefore(kind, zone, next)).toEqual(period);
    const days = daysOfPeriod(zone, next);
    expect(days[0]).toEqual({ date: next.fromDate, fromMs: next.fromMs });
    expect(days.at(-1)?.date).toBe(next.toDate);
    period = next;
  }
});

test('the report is due at its time on the day after the period', () => {
  const week = periodOfDate('weekly', 'Asia/Seoul', '2026-11-18');
  expect(iso(dueMs('Asia/Seoul', week, '08:30'))).toBe('2026-11-22T23:30:00.000Z');
});

test.each([
  ['is switched on', { isOn: false }, {}, true],
  ['gets another time', {}, { time: '07:30' }, true],
  ['gets another time zone', {}, { timeZone: 'UTC' }, true],
  ['becomes monthly', {}, { kind: 'monthly' }, true],
  ['is saved unchanged', {}, {}, false],
  ['is switched off', {}, { isOn: false }, false],
] as const)('a schedule that %s starts again or not', (_what, before, after, expected) => {
  const schedule = { kind: 'weekly', timeZone: 'Asia/Seoul', time: '09:00', isOn: true } as const;
  expect(startsAgain({ ...schedule, ...before }, { ...schedule, ...after })).toBe(expected);
});
