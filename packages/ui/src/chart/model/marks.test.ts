import { expect, it } from 'vitest';
import type { ChartMark } from './chart-data.ts';
import { marksNear, visibleMarks } from './marks.ts';

const alarm: ChartMark = { atMs: 100, untilMs: 500, level: 'critical', label: 'alarm' };
const event: ChartMark = { atMs: 110, level: 'warning', label: 'event' };
const change: ChartMark = { atMs: 900, level: 'change', label: 'change' };
const marks = [alarm, event, change];

it('a mark that begins before the range and ends in it belongs to the range', () => {
  expect(visibleMarks(marks, { fromMs: 400, toMs: 600 })).toEqual([alarm]);
});

it('the most severe mark is drawn last', () => {
  expect(visibleMarks(marks, { fromMs: 0, toMs: 1000 })).toEqual([change, event, alarm]);
});

it('a mark that begins or ends nearby is near, most severe first', () => {
  expect(marksNear(marks, 105, 10)).toEqual([alarm, event]);
  expect(marksNear(marks, 495, 10)).toEqual([alarm]);
  expect(marksNear(marks, 300, 10)).toEqual([]);
});
