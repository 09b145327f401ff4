import { NodeHistoryId } from '@gwanje/contract/definition/fields';
import type { NodeCondition } from '@gwanje/contract/objects/object-states';
import { describe, expect, it } from 'vitest';
import {
  dayRows,
  daysFromAddress,
  type HistoryRow,
  recordAfterKey,
  recordAt,
  startOfDay,
  stateShares,
  stretchesOf,
} from './timeline.ts';

const HOUR_MS = 3_600_000;
/** Noon of a day in the local time zone. */
const NOON = new Date(2026, 10, 15, 12).getTime();

function record(id: number, fromMs: number, toMs: number | null, condition: NodeCondition = 'Ready') {
  const row = {
    condition,
    isSchedulable: true,
    kubeletVersion: 'v1.31.8',
    flapCnt: 0,
    podCnt: 3,
    alarmCnt: 0,
  };
  const toAt = toMs === null ? null : new Date(toMs).toISOString();
  const times = { fromAt: new Date(fromMs).toISOString(), toAt, isRunning: toMs === null };
  return { ...row, ...times, nodeHistoryId: NodeHistoryId.parse(id) } as HistoryRow;
}

const midnight = startOfDay(NOON);
const rows = [
  record(4, NOON - HOUR_MS, null),
  record(3, NOON - 2 * HOUR_MS, NOON - HOUR_MS, 'NotReady'),
  record(2, midnight - HOUR_MS, midnight + HOUR_MS),
  record(1, midnight - 2 * HOUR_MS, midnight - HOUR_MS),
];
const stretches = stretchesOf(rows, NOON);

describe('the stretches of the records', () => {
  it('are sorted by time, and a running record ends now', () => {
    expect(stretches.map(({ row, toMs }) => [row.nodeHistoryId, toMs])).toEqual([
      [1, midnight - HOUR_MS],
      [2, midnight + HOUR_MS],
      [3, NOON - HOUR_MS],
      [4, NOON],
    ]);
  });

  it('leave out records without a start, or that end before their start', () => {
    const invalid = [{ ...record(5, 0, 1), fromAt: null }, record(6, NOON, NOON - 1)];
    expect(stretchesOf(invalid, NOON)).toEqual([]);
  });

  it('have no length for a running record that starts in the future because of a wrong clock', () => {
    expect(stretchesOf([record(7, NOON + HOUR_MS, null)], NOON).map(({ toMs }) => toMs)).toEqual([
      NOON + HOUR_MS,
    ]);
  });
});

describe('the rows of the days', () => {
  it('list the newest day first, and show a record over midnight in both days', () => {
    const days = dayRows(stretches, 2, NOON);
    expect(days.map(({ startMs }) => startMs)).toEqual([midnight, startOfDay(NOON, -1)]);
    expect(days.map(({ segments }) => segments.map(({ stretch }) => stretch.row.nodeHistoryId))).toEqual([
      [2, 3, 4],
      [1, 2],
    ]);
  });

  it('place a record by its time of day', () => {
    const [today] = dayRows(stretches, 1, NOON);
    const dayMs = (today?.endMs ?? 0) - (today?.startMs ?? 0);
    const expected = { left: (NOON - HOUR_MS - midnight) / dayMs, width: HOUR_MS / dayMs };
    expect(today?.segments.at(-1)).toMatchObject(expected);
  });

  it('leave out a record of the previous day that ends at midnight', () => {
    const ended = stretchesOf([record(8, midnight - HOUR_MS, midnight)], NOON);
    expect(dayRows(ended, 2, NOON).map(({ segments }) => segments.length)).toEqual([0, 1]);
  });
});

describe('the shares of the conditions', () => {
  it('are parts of the recorded time in the range, worst condition first', () => {
    expect(stateShares(stretches, NOON - 2 * HOUR_MS, NOON)).toEqual([
      { condition: 'NotReady', share: 0.5 },
      { condition: 'Ready', share: 0.5 },
    ]);
  });

  it('are empty without records in the range', () =>
    expect(stateShares(stretches, NOON + HOUR_MS, NOON + 2 * HOUR_MS)).toEqual([]));
});

describe('arrow keys', () => {
  it.each([
    ['ArrowLeft', 3, 2],
    ['ArrowRight', 3, 4],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 1, 1],
    ['ArrowDown', 4, 1],
    ['ArrowUp', 1, 4],
    ['Home', 4, 1],
    ['End', 1, 4],
    ['a', 1, undefined],
    ['ArrowLeft', 99, undefined],
  ])('%s on record %i moves to record %s', (key, from, to) =>
    expect(recordAfterKey(stretches, from, key)).toBe(to),
  );
});

it.each([
  ['7', 7],
  [undefined, 3],
  ['2', 3],
  ['1e0', 3],
])('reads days=%s in the address as %i days', (text, days) => expect(daysFromAddress(text)).toBe(days));

describe('the record at an instant', () => {
  it.each([
    ['covers the instant', NOON - 1.5 * HOUR_MS, 3],
    ['is the nearest in a gap', midnight + 2 * HOUR_MS, 2],
    ['is the first before all records', midnight - 24 * HOUR_MS, 1],
    ['is the last after all records', NOON + HOUR_MS, 4],
  ])('%s', (_case, instantMs, id) => expect(recordAt(stretches, instantMs)?.row.nodeHistoryId).toBe(id));

  it('is undefined without records', () => expect(recordAt([], NOON)).toBeUndefined());
});
