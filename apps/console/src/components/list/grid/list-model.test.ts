import { describe, expect, it } from 'vitest';
import { isDefaultLayout, layoutFrom, moveColumn, toggleColumn, withWidths } from './column-layout.ts';
import { indexAfterKey } from './row-keys.ts';
import { nextSort } from './sort-keys.ts';
import { visibleRows } from './virtual-grid.tsx';

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
  ])('%s from %i goes to %s', (key, index, target) =>
    expect(indexAfterKey(key, index, { rowCnt: 100, pageRows: 20 })).toBe(target),
  );
});

it.each([
  [0, 352, 100, { first: 0, last: 9 }],
  [16, 352, 100, { first: 0, last: 10 }],
  [320, 352, 100, { first: 10, last: 19 }],
  [0, 352, 3, { first: 0, last: 2 }],
  [0, 352, 0, { first: 0, last: -1 }],
  [9999, 352, 10, { first: 9, last: 9 }],
])('scrolled by %i in %i px, of %i rows %j are visible', (scrollTop, height, rowCnt, range) =>
  expect(visibleRows(scrollTop, height, rowCnt)).toEqual(range),
);

describe('a click on a header', () => {
  const up = { isAdding: false, beginsDescending: false };
  const [a, b] = [
    { id: 'a', descending: false },
    { id: 'b', descending: true },
  ];

  it('sorts by this column only, reverses, then removes the order', () => {
    const first = nextSort([b], 'a', up);
    const second = nextSort(first, 'a', up);
    expect([first, second, nextSort(second, 'a', up)]).toEqual([[a], [{ id: 'a', descending: true }], []]);
  });

  it('with Shift adds a sort key, and reverses an existing key in its position', () => {
    const adding = { ...up, isAdding: true };
    expect(nextSort([b], 'a', adding)).toEqual([b, a]);
    expect(nextSort([a, b], 'a', adding)).toEqual([{ id: 'a', descending: true }, b]);
  });

  it('sorts values in descending order first', () => {
    expect(nextSort([], 'cpu', { ...up, beginsDescending: true })).toEqual([{ id: 'cpu', descending: true }]);
  });

  it('without Shift keeps only this sort key, in its direction', () =>
    expect(nextSort([a, b], 'b', up)).toEqual([b]));
});

describe('columns', () => {
  const known = { ids: ['name', 'a', 'b', 'c'], primaryId: 'name', defaultIds: ['name', 'a', 'b'] };
  const defaults = layoutFrom(undefined, known);

  it('are reordered, except the first column', () => {
    expect(moveColumn(defaults, 'b', 1).shown).toEqual(['name', 'b', 'a']);
    expect(moveColumn(defaults, 'b', 0).shown).toEqual(['name', 'b', 'a']);
    expect(moveColumn(defaults, 'a', 99).shown).toEqual(['name', 'b', 'a']);
    expect(moveColumn(defaults, 'name', 2).shown).toEqual(defaults.shown);
  });

  it('are shown and hidden, except the first column', () => {
    expect(toggleColumn(defaults, 'c', known).shown).toEqual(['name', 'a', 'b', 'c']);
    expect(toggleColumn(defaults, 'a', known).shown).toEqual(['name', 'b']);
    expect(toggleColumn(defaults, 'name', known).shown).toEqual(defaults.shown);
  });

  it('have limited widths', () =>
    expect(withWidths(defaults, { a: 1, b: 99_999 }).widths).toEqual({ a: 56, b: 1200 }));

  it('are read from a stored layout, without its invalid parts', () => {
    const stored = { shown: ['b', 'removed', 'b', 7], widths: { b: 90.4, removed: 5, a: '5' } };
    expect(layoutFrom(stored, known)).toEqual({ shown: ['name', 'b'], widths: { b: 90 } });
    expect(isDefaultLayout(layoutFrom({ shown: [] }, known), known)).toBe(true);
    expect(isDefaultLayout(layoutFrom(stored, known), known)).toBe(false);
  });
});
