import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { expect, test } from 'vitest';
import { endOfHours } from './hours.ts';

const WORKDAYS = [1, 2, 3, 4, 5];
const office: Hours = { timeZone: 'Asia/Seoul', dayList: WORKDAYS, from: '09:00', to: '18:00' };
const night: Hours = { timeZone: 'Asia/Seoul', dayList: WORKDAYS, from: '22:00', to: '07:30' };
const wholeDay: Hours = { timeZone: 'Asia/Seoul', dayList: [7], from: '00:00', to: '00:00' };
const newYork: Hours = { timeZone: 'America/New_York', dayList: [6], from: '22:00', to: '06:00' };

/** 2026-03-02 is a Monday. */
test.each<[string, Hours, string, string | null]>([
  ['a second before the start', office, '2026-03-02T08:59:59+09:00', null],
  ['at the start', office, '2026-03-02T09:00:00+09:00', '2026-03-02T18:00:00+09:00'],
  ['a second before the end', office, '2026-03-02T17:59:59+09:00', '2026-03-02T18:00:00+09:00'],
  ['at the end', office, '2026-03-02T18:00:00+09:00', null],
  ['a day that is not listed', office, '2026-03-01T12:00:00+09:00', null],
  ['in the time zone of the hours, not the machine', office, '2026-03-02T00:30:00Z', '2026-03-02T09:00:00Z'],
  ['a span over midnight, before midnight', night, '2026-03-02T23:10:10+09:00', '2026-03-03T07:30:00+09:00'],
  ['a span over midnight, after midnight', night, '2026-03-03T07:29:00+09:00', '2026-03-03T07:30:00+09:00'],
  [
    'Saturday morning, in the span of Friday',
    night,
    '2026-03-07T03:00:00+09:00',
    '2026-03-07T07:30:00+09:00',
  ],
  ['Sunday night', night, '2026-03-01T23:00:00+09:00', null],
  ['Monday morning, in the span of Sunday', night, '2026-03-02T03:00:00+09:00', null],
  ['the start of a whole day', wholeDay, '2026-03-01T00:00:00+09:00', '2026-03-02T00:00:00+09:00'],
  ['the end of a whole day', wholeDay, '2026-03-02T00:00:00+09:00', null],
  // Clocks change from 02:00 to 03:00 in this night, so the span is an hour shorter.
  ['a night in which clocks are set forward', newYork, '2026-03-08T03:00:00Z', '2026-03-08T10:00:00Z'],
  // Clocks change from 02:00 back to 01:00, so the span is an hour longer.
  ['a night in which clocks are set back', newYork, '2026-11-01T02:00:00Z', '2026-11-01T11:00:00Z'],
])('end of the span: %s', (_name, hours, at, end) => {
  expect(endOfHours(hours, Date.parse(at))).toBe(end === null ? null : Date.parse(end));
});
