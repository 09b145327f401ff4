import { expect, test } from 'vitest';
import { namedBoards, onlyBoards } from './options.ts';

const kept = {
  boards: [
    { id: 'a', name: '전체', widgets: [{ id: 'w', kind: 'counts' }] },
    { id: 'b', name: '운영', widgets: [] },
    { id: 'c', widgets: [] },
  ],
  rotateSeconds: 20,
  secret: 'note',
};

test('boards are listed by name, or by id when they have no name', () => {
  expect(namedBoards(kept)).toEqual([
    { id: 'a', name: '전체' },
    { id: 'b', name: '운영' },
    { id: 'c', name: 'c' },
  ]);
});

test.each([
  [undefined],
  [{}],
  [{ boards: null }],
  [{ boards: 'a' }],
  [{ boards: [null, 1, 'a', [], {}, { id: 7 }, { id: '' }, { id: '../x' }] }],
])('a view option without valid boards has none: %j', (viewOption) => {
  expect(namedBoards(viewOption)).toEqual([]);
  expect(onlyBoards(viewOption, ['a'])).toEqual({ boards: [] });
});

test('a wallboard gets its boards completely, and no other data', () => {
  expect(onlyBoards(kept, ['b', 'gone', 'a'])).toEqual({
    boards: [kept.boards[0], kept.boards[1]],
    rotateSeconds: 20,
  });
  expect(onlyBoards(kept, [])).toEqual({ boards: [], rotateSeconds: 20 });
});
