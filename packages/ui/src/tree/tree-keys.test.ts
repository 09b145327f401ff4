import { expect, it } from 'vitest';
import { type TreeKeyAction, treeKeyAction } from './tree-keys.ts';

/** a (open) · b below it, c below b · d (closed) */
const rows = [
  { level: 1, isOpen: true },
  { level: 2, isOpen: true },
  { level: 3 },
  { level: 1, isOpen: false },
];
const move = (index: number): TreeKeyAction => ({ kind: 'move', index });
const toggle: TreeKeyAction = { kind: 'toggle' };

it.each<[string, number, TreeKeyAction | null]>([
  ['ArrowDown', 0, move(1)],
  ['ArrowDown', 3, null],
  ['ArrowUp', 0, null],
  ['ArrowUp', 2, move(1)],
  ['Home', 2, move(0)],
  ['End', 0, move(3)],
  ['ArrowRight', 0, move(1)],
  ['ArrowRight', 2, null],
  ['ArrowRight', 3, toggle],
  ['ArrowLeft', 1, toggle],
  ['ArrowLeft', 2, move(1)],
  ['ArrowLeft', 3, null],
  ['Enter', 2, { kind: 'follow' }],
  [' ', 2, { kind: 'follow' }],
  ['x', 0, null],
  ['ArrowDown', 9, null],
])('%s at row %d', (key, index, action) => {
  expect(treeKeyAction(key, rows, index)).toEqual(action);
});
