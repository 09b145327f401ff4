import { expect, test } from 'vitest';
import { chosenLevels } from './lifecycle.ts';

test('users only raise the confirmation level, and level 4 (closed) is final', () => {
  expect(([0, 1, 2, 3, 4] as const).map(chosenLevels)).toEqual([[4], [2, 3, 4], [3, 4], [4], []]);
});
