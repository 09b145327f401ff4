import { expect, it } from 'vitest';
import { exportRows } from './export-rows.ts';

const line = { appearance: { colour: 1, dash: [] }, isOthers: false };
const labels = { time: 'time', min: 'min', max: 'max', compared: 'before' };

it('a row has the time and all values known at it', () => {
  const shown = [
    { ...line, key: 'a', label: 'a', avg: [1, null], min: [0, null], max: [2, null], compared: null },
    { ...line, key: 'b', label: '=b', avg: [3], compared: [4, 5] },
  ];
  const grid = { startMs: 100, stepMs: 10, pointCnt: 2 };
  expect(exportRows(grid, shown, labels, String)).toEqual([
    ['time', 'a', 'a min', 'a max', '=b', '=b before'],
    ['100', 1, 0, 2, 3, 4],
    ['110', null, null, null, null, 5],
  ]);
});
