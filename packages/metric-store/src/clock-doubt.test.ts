import { describe, expect, it } from 'vitest';
import { type ClockDoubt, type ClockView, lookAtClock } from './clock-doubt.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START_MS = Date.UTC(2026, 0, 15);

/** Monotonic time that has passed, the error of the clock, the real age of the newest data. */
type Look = readonly [passedMs: number, wrongMs: number, ageMs: number | null, doubt: ClockDoubt | null];

const cases: Readonly<Record<string, readonly Look[]>> = {
  'a clock that goes is believed': [
    [0, 0, 0, null],
    [HOUR, 0, 0, null],
    [30 * DAY, 0, 0, null],
  ],
  'one that drifts is believed, however far it gets': [
    [0, 0, 0, null],
    [HOUR, 4 * MINUTE, 0, null],
    [2 * HOUR, 8 * MINUTE, 0, null],
    [3 * HOUR, 12 * MINUTE, 0, null],
  ],
  'one that leaps is not, until it is back': [
    [0, 0, 0, null],
    [MINUTE, 365 * DAY, 0, 'ranAhead'],
    [30 * MINUTE, 365 * DAY, 0, 'ranAhead'],
    [31 * MINUTE, 0, 0, null],
    [2 * HOUR, 0, 0, null],
  ],
  'one that leaps by hours is believed when it has stayed so for an hour': [
    [0, 0, 0, null],
    [MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [60 * MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [61 * MINUTE, 9 * HOUR, 0, null],
    [62 * MINUTE, 9 * HOUR, 0, null],
  ],
  'one that leaps again begins its hour anew': [
    [0, 0, 0, null],
    [MINUTE, 9 * HOUR, 0, 'ranAhead'],
    [60 * MINUTE, 20 * HOUR, 0, 'ranAhead'],
    [70 * MINUTE, 20 * HOUR, 0, 'ranAhead'],
    [120 * MINUTE, 20 * HOUR, 0, null],
  ],
  'one that stays a year ahead of the data waits a day more': [
    [0, 0, 0, null],
    [MINUTE, 365 * DAY, 0, 'ranAhead'],
    [2 * HOUR, 365 * DAY, 0, 'farFromData'],
    [DAY, 365 * DAY, 0, 'farFromData'],
    [DAY + 2 * HOUR, 365 * DAY, 0, null],
  ],
  'one that is set back is believed': [
    [0, 0, 0, null],
    [MINUTE, -DAY, 0, null],
  ],
  'a server that was off for months waits for its agents': [
    [0, 0, 90 * DAY, 'farFromData'],
    [MINUTE, 0, 0, null],
  ],
  'where nobody sends any more the old goes in the end': [
    [0, 0, 0, null],
    [2 * DAY, 0, 2 * DAY, 'farFromData'],
    [3 * DAY, 0, 3 * DAY, null],
    [4 * DAY, 0, 4 * DAY, null],
  ],
  'a leap after that is doubted as any other': [
    [0, 0, 0, null],
    [2 * DAY, 0, 2 * DAY, 'farFromData'],
    [3 * DAY, 0, 3 * DAY, null],
    [3 * DAY + MINUTE, 365 * DAY, 3 * DAY, 'ranAhead'],
    [3 * DAY + 2 * HOUR, 365 * DAY, 3 * DAY, 'farFromData'],
  ],
  'without data there is nothing to compare with': [
    [0, 0, null, null],
    [DAY, 0, null, null],
  ],
};

describe('the clock that decides about deletions', () => {
  it.each(Object.entries(cases))('%s', (_name, looks) => {
    let view: ClockView | undefined;
    const doubts = looks.map(([passedMs, wrongMs, ageMs]) => {
      const rightMs = START_MS + passedMs;
      const newestMs = ageMs === null ? null : rightMs - ageMs;
      view = lookAtClock(view, { wallMs: rightMs + wrongMs, steadyMs: 77 + passedMs, newestMs });
      return view.doubt;
    });
    expect(doubts).toEqual(looks.map(([, , , doubt]) => doubt));
  });
});
