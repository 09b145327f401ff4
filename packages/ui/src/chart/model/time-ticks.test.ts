import { afterEach, describe, expect, it, vi } from 'vitest';
import { timeTickLabel, timeTicks } from './time-ticks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const morning = new Date(2026, 10, 15, 9, 5, 7).getTime();
const midnight = new Date(2026, 10, 15).getTime();

it.each([
  ['a time', morning, 10 * MINUTE, '09:05'],
  ['seconds if the labels are less than a minute apart', morning, 10_000, '09:05:07'],
  ['the date where a day begins', midnight, 10 * MINUTE, '11-15'],
  ['the date if the labels are days apart', morning, DAY, '11-15'],
  ['year and month if the labels are half a year apart', morning, 180 * DAY, '2026-11'],
])('a label of the time axis is %s', (_what, atMs, stepMs, label) => {
  expect(timeTickLabel(atMs, stepMs)).toBe(label);
});

describe('timeTicks', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([10 * MINUTE, 6 * HOUR, DAY, 2 * DAY, 5 * DAY])(
    'a label keeps its instant while the range moves, with a step of %d ms',
    (stepMs) => {
      const ticks = timeTicks(morning, morning + 10 * stepMs, stepMs);
      expect(ticks.length).toBeGreaterThanOrEqual(10);
      for (let movedMs = 0; movedMs < 2 * stepMs; movedMs += stepMs / 4) {
        const moved = timeTicks(morning + movedMs, morning + movedMs + 10 * stepMs, stepMs);
        const common = ticks.filter((atMs) => atMs >= morning + movedMs);
        expect(moved.slice(0, common.length)).toEqual(common);
      }
    },
  );

  it('labels stay at full local hours when summer time starts', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const start = new Date(2026, 2, 8).getTime();
    const ticks = timeTicks(start, start + 11 * HOUR, 2 * HOUR);
    const labels = ticks.map((atMs) => timeTickLabel(atMs, 2 * HOUR));
    expect(labels.join(' ')).toBe('03-08 03:00 04:00 06:00 08:00 10:00 12:00');
    const days = timeTicks(start, start + 3 * DAY, DAY);
    expect(days.map((atMs) => new Date(atMs).getHours())).toEqual([0, 0, 0, 0]);
  });

  it('no label repeats when summer time ends', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const start = new Date(2026, 10, 1).getTime();
    const labels = timeTicks(start, start + 12 * HOUR, HOUR).map((atMs) => timeTickLabel(atMs, HOUR));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.at(-1)).toBe('11:00');
  });
});
