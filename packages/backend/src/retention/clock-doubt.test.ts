import { describe, expect, it } from 'vitest';
import { type ClockDoubt, type ClockState, checkClock } from './clock-doubt.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START_MS = Date.UTC(2026, 0, 15);

/** Time since the start, the error of the clock, whether the agents agree with it, the expected doubt. */
type Reading = readonly [
  passedMs: number,
  wrongMs: number,
  areAgentsAgreeing: boolean | null,
  doubt: ClockDoubt | null,
];

interface Case {
  /** When the clock was last trusted before the start, relative to the start. Default: at the start. */
  readonly trustedMs?: number | null;
  readonly readings: readonly Reading[];
}

const cases: Readonly<Record<string, Case>> = {
  'a correct clock is trusted, with and without agents': {
    readings: [
      [0, 0, true, null],
      [HOUR, 0, true, null],
      [2 * HOUR, 0, null, null],
    ],
  },
  'a clock that drifts slowly is trusted, also after a large total drift': {
    readings: [
      [0, 0, true, null],
      [HOUR, 4 * MINUTE, true, null],
      [2 * HOUR, 8 * MINUTE, true, null],
      [3 * HOUR, 12 * MINUTE, true, null],
    ],
  },
  'a clock that jumps forward is not trusted until it is correct again': {
    readings: [
      [0, 0, true, null],
      [MINUTE, 365 * DAY, null, 'ranAhead'],
      [30 * MINUTE, 365 * DAY, null, 'ranAhead'],
      [31 * MINUTE, 0, true, null],
      [2 * HOUR, 0, true, null],
    ],
  },
  'a clock that jumped by hours is trusted after a steady hour': {
    readings: [
      [0, 0, null, null],
      [MINUTE, 9 * HOUR, null, 'ranAhead'],
      [60 * MINUTE, 9 * HOUR, null, 'ranAhead'],
      [61 * MINUTE, 9 * HOUR, null, null],
    ],
  },
  'a second jump restarts the hour': {
    readings: [
      [0, 0, null, null],
      [MINUTE, 9 * HOUR, null, 'ranAhead'],
      [60 * MINUTE, 20 * HOUR, null, 'ranAhead'],
      [70 * MINUTE, 20 * HOUR, null, 'ranAhead'],
      [120 * MINUTE, 20 * HOUR, null, null],
    ],
  },
  'a clock ahead of the agents is not trusted, however long it is steady': {
    readings: [
      [0, 0, true, null],
      [MINUTE, 365 * DAY, false, 'ranAhead'],
      [2 * HOUR, 365 * DAY, false, 'agentsDisagree'],
      [30 * DAY, 365 * DAY, false, 'agentsDisagree'],
    ],
  },
  'a server that starts with a clock a year ahead does not trust it for a week': {
    readings: [
      [0, 365 * DAY, null, 'longGap'],
      [6 * DAY, 365 * DAY, null, 'longGap'],
      [7 * DAY, 365 * DAY, null, null],
    ],
  },
  'a server that starts with a clock a year ahead never trusts it while agents disagree': {
    readings: [
      [0, 365 * DAY, null, 'longGap'],
      [MINUTE, 365 * DAY, false, 'agentsDisagree'],
      [30 * DAY, 365 * DAY, false, 'agentsDisagree'],
    ],
  },
  'a clock that is set back is trusted': {
    readings: [
      [0, 0, null, null],
      [MINUTE, -DAY, null, null],
    ],
  },
  'after months without a server, the clock is trusted once agents agree with it': {
    trustedMs: -90 * DAY,
    readings: [
      [0, 0, null, 'longGap'],
      [MINUTE, 0, true, null],
      [2 * MINUTE, 0, null, null],
    ],
  },
  'a new installation trusts its clock': {
    trustedMs: null,
    readings: [
      [0, 0, null, null],
      [DAY, 0, null, null],
    ],
  },
};

describe('whether the clock is trusted for deletions', () => {
  it.each(Object.entries(cases))('%s', (_name, { trustedMs: sinceStartMs = 0, readings }) => {
    let state: ClockState | undefined;
    let trustedMs = sinceStartMs === null ? null : START_MS + sinceStartMs;
    const doubts = readings.map(([passedMs, wrongMs, areAgentsAgreeing]) => {
      const wallMs = START_MS + passedMs + wrongMs;
      state = checkClock(state, { wallMs, monotonicMs: 77 + passedMs, trustedMs, areAgentsAgreeing });
      if (state.doubt === null) trustedMs = wallMs;
      return state.doubt;
    });
    expect(doubts).toEqual(readings.map(([, , , doubt]) => doubt));
  });
});
