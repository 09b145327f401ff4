import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { expect, test } from 'vitest';
import { endOfHours } from './hours.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const office: Hours = { timeZone: 'Asia/Seoul', dayList: WORKDAYS, from: '09:00', to: '18:00' };
const night: Hours = { timeZone: 'Asia/Seoul', dayList: WORKDAYS, from: '22:00', to: '07:30' };
const wholeDay: Hours = { timeZone: 'Asia/Seoul', dayList: [7], from: '00:00', to: '00:00' };
const newYork: Hours = { timeZone: 'America/New_York', dayList: [6], from: '22:00', to: '06:00' };

/* 2026-03-02 is a Monday. */
test.each<[string, Hours, string, string | null]>([
  ['before it begins', office, '2026-03-02T08:59:59+09:00', null],
  ['from its first minute', office, '2026-03-02T09:00:00+09:00', '2026-03-02T18:00:00+09:00'],
  ['to its last second', office, '2026-03-02T17:59:59+09:00', '2026-03-02T18:00:00+09:00'],
  ['not any more', office, '2026-03-02T18:00:00+09:00', null],
  ['not on Sunday', office, '2026-03-01T12:00:00+09:00', null],
  ['by its own clock, not the machine’s', office, '2026-03-02T00:30:00Z', '2026-03-02T09:00:00Z'],
  ['over midnight, before', night, '2026-03-02T23:10:10+09:00', '2026-03-03T07:30:00+09:00'],
  ['over midnight, after', night, '2026-03-03T07:29:00+09:00', '2026-03-03T07:30:00+09:00'],
  ['a night belongs to the day it begins', night, '2026-03-07T03:00:00+09:00', '2026-03-07T07:30:00+09:00'],
  ['which Sunday is not', night, '2026-03-01T23:00:00+09:00', null],
  ['nor the morning after it', night, '2026-03-02T03:00:00+09:00', null],
  ['all of a Sunday', wholeDay, '2026-03-01T00:00:00+09:00', '2026-03-02T00:00:00+09:00'],
  ['and nothing of Monday', wholeDay, '2026-03-02T00:00:00+09:00', null],
  // In that night clocks change from 02:00 to 03:00, so it is an hour shorter.
  ['where clocks are set forward', newYork, '2026-03-08T03:00:00Z', '2026-03-08T10:00:00Z'],
  // Clocks change from 02:00 back to 01:00.
  ['where clocks are set back', newYork, '2026-11-01T02:00:00Z', '2026-11-01T11:00:00Z'],
])('%s', (_name, hours, at, end) => {
  expect(endOfHours(hours, Date.parse(at))).toBe(end === null ? null : Date.parse(end));
});
