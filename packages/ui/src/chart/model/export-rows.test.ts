import { expect, it } from 'vitest';
import { exportRows } from './export-rows.ts';

const appearance = { colour: 1, dash: [] };
const labels = { time: 'time', min: 'min', max: 'max', compared: 'before' };

it('a row has the time and all values known at it', () => {
  const shown = [
    {
      key: 'a',
      label: 'a',
      avg: [1, null],
      min: [0, null],
      max: [2, null],
      appearance,
      isOthers: false,
      compared: null,
    },
    { key: 'b', label: '=b', avg: [3], appearance, isOthers: false, compared: [4, 5] },
  ];
  const grid = { startMs: 100, stepMs: 10, pointCnt: 2 };
  expect(exportRows(grid, shown, labels, String)).toEqual([
    ['time', 'a', 'a min', 'a max', '=b', '=b before'],
    ['100', 1, 0, 2, 3, 4],
    ['110', null, null, null, null, 5],
  ]);
});
