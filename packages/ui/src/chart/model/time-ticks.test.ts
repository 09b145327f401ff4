import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeTickLabel, timeTicks } from './time-ticks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function labels(fromMs: number, toMs: number, maxCnt: number): string[] {
  const { atMs, stepMs } = timeTicks(fromMs, toMs, maxCnt);
  return atMs.map((at) => timeTickLabel(at, stepMs));
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('in Seoul', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Asia/Seoul');
  });
  const at = (text: string) => new Date(`2026-11-15T${text}+09:00`).getTime();

  it('an hour has ticks every ten minutes', () => {
    expect(labels(at('10:24:07'), at('11:24:07'), 7)).toEqual([
      '10:30',
      '10:40',
      '10:50',
      '11:00',
      '11:10',
      '11:20',
    ]);
  });

  it('steps below a minute show seconds', () => {
    expect(labels(at('10:24:00'), at('10:24:30'), 3)).toEqual([
      '10:24:00',
      '10:24:10',
      '10:24:20',
      '10:24:30',
    ]);
  });

  it('a day shows the date at local midnight', () => {
    expect(labels(at('11:24:00') - DAY, at('11:24:00'), 5)).toEqual(['12:00', '18:00', '11-15', '06:00']);
  });

  it('thirty days have ticks at days', () => {
    const days = labels(at('11:24:00') - 30 * DAY, at('11:24:00'), 7);
    expect(days.length).toBeGreaterThanOrEqual(5);
    expect(days.every((day) => /^1[01]-\d\d$/.test(day))).toBe(true);
  });

  it('ticks stay at their instants while the range moves', () => {
    const first = timeTicks(at('10:24:07'), at('11:24:07'), 7).atMs;
    const next = timeTicks(at('10:24:37'), at('11:24:37'), 7).atMs;
    expect(next).toEqual(first);
    const days = timeTicks(at('00:00:00') - 30 * DAY, at('00:00:00'), 7).atMs;
    const daysLater = timeTicks(at('00:00:00') - 29 * DAY, at('00:00:00') + DAY, 7).atMs;
    expect(daysLater.filter((tick) => days.includes(tick)).length).toBeGreaterThanOrEqual(days.length - 1);
  });

  it('an empty range has no ticks', () => {
    expect(timeTicks(at('10:00:00'), at('10:00:00'), 7).atMs).toEqual([]);
    expect(timeTicks(Number.NaN, at('10:00:00'), 7).atMs).toEqual([]);
  });

  it('ticks of one second are found at the end of a day', () => {
    const { atMs } = timeTicks(at('23:59:50'), at('23:59:59'), 10);
    expect(atMs).toHaveLength(10);
  });
});

it('ticks stay at full local hours when daylight saving starts', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const midnight = new Date(2026, 2, 8).getTime();
  expect(labels(midnight, midnight + 12 * HOUR, 13)).toEqual([
    '03-08',
    '01:00',
    ...Array.from({ length: 11 }, (_, hour) => `${String(hour + 3).padStart(2, '0')}:00`),
  ]);
});

it('no tick repeats when daylight saving ends', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const midnight = new Date(2026, 10, 1).getTime();
  const { atMs } = timeTicks(midnight, midnight + 12 * HOUR, 13);
  expect(new Set(atMs).size).toBe(atMs.length);
  expect(atMs.map((ms) => timeTickLabel(ms, HOUR)).at(-1)).toBe('11:00');
});
