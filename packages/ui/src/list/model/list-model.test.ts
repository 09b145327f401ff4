import { describe, expect, it } from 'vitest';
import { indexAfterKey } from './row-keys.ts';
import { filledShare, usageLevel } from './usage.ts';

describe('the focus', () => {
  it.each([
    ['ArrowDown', 5, 6],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 0, 0],
    ['PageDown', 5, 25],
    ['PageDown', 95, 99],
    ['PageUp', 5, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['a', 50, undefined],
  ])('%s from %i goes to %s', (key, index, target) => {
    expect(indexAfterKey(key, index, { rowCnt: 100, pageRows: 20 })).toBe(target);
  });
});

it('a bar shows the used share, with a warning at 80 and critical at 90', () => {
  expect([null, 0, 0.1, 50, 250].map(filledShare)).toEqual([0, 0, 0.02, 0.5, 1]);
  expect([null, 79.9, 80, 90].map(usageLevel)).toEqual(['normal', 'normal', 'warning', 'critical']);
});
