import { expect, it } from 'vitest';
import { timeTickLabel } from './time-ticks.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
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
