import { describe, expect, it } from 'vitest';
import { type ClockDoubt, type ClockState, checkClock } from './clock-doubt.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START_MS = Date.UTC(2026, 0, 15);

/** Time since the start, the error of the clock, the real age of the newest data, the expected doubt. */
type Reading = readonly [passedMs: number, wrongMs: number, ageMs: number | null, doubt: ClockDoubt | null];

const cases: Readonly<Record<string, readonly Reading[]>> = {
  'a correct clock is trusted': [
    [0, 0, 0, null],
    [HOUR, 0, 0, null],
    [30 * DAY, 0, 0, null],
  ],
  'a clock that drifts slowly is trusted, also after a large total drift': [
    [0, 0, 0, null],
    [HOUR, 4 * MINUTE, 0, null],
    [2 * HOUR, 8 * MINUTE, 0, null],
    [3 * HOUR, 12 * MINUTE, 0, null],
  ],
  'a clock that jumps forward is not trusted until it is correct again': [
    [0, 0, 0, null],
    [MINUTE, 365 * DAY, 0, 'ranAhead'],
    [30 * MINUTE, 365 * DAY, 0, 'ranAhead'],
    [31 * MINUTE, 0, 0, null],
    [2 * HOUR, 0, 0, null],
  ],
  'a clock that jumped by hours is trusted after a steady hour': [
    [0, 0, 0, null],
    [MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [60 * MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [61 * MINUTE, 9 * HOUR, 0, null],
    [62 * MINUTE, 9 * HOUR, 0, null],
  ],
  'a second jump restarts the hour': [
    [0, 0, 0, null],
    [MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [60 * MINUTE, 20 * HOUR, 0, 'ranAhead'],
    [70 * MINUTE, 20 * HOUR, 0, 'ranAhead'],
    [120 * MINUTE, 20 * HOUR, 0, null],
  ],
  'a clock a year ahead of the data is not trusted for another day': [
    [0, 0, 0, null],
    [MINUTE, 365 * DAY, 0, 'ranAhead'],
    [2 * HOUR, 365 * DAY, 0, 'farFromData'],
    [DAY, 365 * DAY, 0, 'farFromData'],
    [DAY + 2 * HOUR, 365 * DAY, 0, null],
  ],
  'a clock that is set back is trusted': [
    [0, 0, 0, null],
    [MINUTE, -DAY, 0, null],
  ],
  'after months without a server, the clock is trusted once agents send data': [
    [0, 0, 90 * DAY, 'farFromData'],
    [MINUTE, 0, 0, null],
  ],
  'without new data, the clock is trusted again a day later': [
    [0, 0, 0, null],
    [2 * DAY, 0, 2 * DAY, 'farFromData'],
    [3 * DAY, 0, 3 * DAY, null],
    [4 * DAY, 0, 4 * DAY, null],
  ],
  'a jump after that is not trusted either': [
    [0, 0, 0, null],
    [2 * DAY, 0, 2 * DAY, 'farFromData'],
    [3 * DAY, 0, 3 * DAY, null],
    [3 * DAY + MINUTE, 365 * DAY, 3 * DAY, 'ranAhead'],
    [3 * DAY + 2 * HOUR, 365 * DAY, 3 * DAY, 'farFromData'],
  ],
  'without any data the clock is trusted': [
    [0, 0, null, null],
    [DAY, 0, null, null],
  ],
};

describe('whether the clock is trusted for deletions', () => {
  it.each(Object.entries(cases))('%s', (_name, readings) => {
    let view: ClockState | undefined;
    const doubts = readings.map(([passedMs, wrongMs, ageMs]) => {
      const rightMs = START_MS + passedMs;
      const newestMs = ageMs === null ? null : rightMs - ageMs;
      view = checkClock(view, { wallMs: rightMs + wrongMs, monotonicMs: 77 + passedMs, newestMs });
      return view.doubt;
    });
    expect(doubts).toEqual(readings.map(([, , , doubt]) => doubt));
  });
});
