import { expect, test } from 'vitest';
import { type Box, lineLabelBox, meet } from './line-label.ts';

const area: Box = { left: 0, top: 0, width: 470, height: 140 };
const size = { width: 160, height: 14 };

function placed(lineYs: readonly number[], isCrossed = (_box: Box) => false): Box[] {
  const labelBoxes: Box[] = [];
  for (const lineY of lineYs)
    labelBoxes.push(lineLabelBox(size, { area, lineY, px: 1, labelBoxes, isCrossed }));
  return labelBoxes;
}

test('labels of three lines above the chart, too wide for one row, do not overlap', () => {
  const [first, second, third] = placed([0, 0, 0]) as [Box, Box, Box];
  expect(meet(first, second) || meet(first, third) || meet(second, third)).toBe(false);
  expect(second.top).toBe(first.top);
  expect(third.top).toBeGreaterThan(first.top);
});

test('a label is placed at its line, even if it covers data at every position', () => {
  const [box] = placed([70], () => true) as [Box];
  expect(box).toEqual({ ...size, left: 6, top: 55 });
});

test('a label is below its line if data is above the line', () => {
  const [box] = placed([70], ({ top }) => top < 70) as [Box];
  expect(box).toEqual({ ...size, left: 6, top: 72 });
});
