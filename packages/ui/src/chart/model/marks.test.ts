import { expect, it } from 'vitest';
import type { ChartMark } from './chart-data.ts';
import { marksNear, visibleMarks } from './marks.ts';

const alarm: ChartMark = { atMs: 100, untilMs: 500, level: 'critical', label: 'alarm' };
const event: ChartMark = { atMs: 110, level: 'warning', label: 'event' };
const change: ChartMark = { atMs: 900, level: 'change', label: 'change' };
const marks = [alarm, event, change];

it('what lasts into the range is in it', () => {
  expect(visibleMarks(marks, { fromMs: 400, toMs: 600 })).toEqual([alarm]);
});

it('the gravest is drawn last', () => {
  expect(visibleMarks(marks, { fromMs: 0, toMs: 1000 })).toEqual([change, event, alarm]);
});

it('near is a beginning or an end within reach, gravest first', () => {
  expect(marksNear(marks, 105, 10)).toEqual([alarm, event]);
  expect(marksNear(marks, 495, 10)).toEqual([alarm]);
  expect(marksNear(marks, 300, 10)).toEqual([]);
});
