import { expect, it } from 'vitest';
import { filledShare, usageLevel } from './usage.ts';

it('a bar shows the used share, with a warning at 80 and critical at 90', () => {
  expect([null, 0, 0.1, 50, 250].map(filledShare)).toEqual([0, 0, 0.02, 0.5, 1]);
  expect([null, 79.9, 80, 90].map(usageLevel)).toEqual(['normal', 'normal', 'warning', 'critical']);
});
