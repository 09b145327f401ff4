import { expect, test } from 'vitest';
import { namedBoards, onlyBoards } from './boards.ts';

const kept = {
  boards: [
    { id: 'a', name: '전체', widgets: [{ id: 'w', kind: 'counts' }] },
    { id: 'b', name: '운영', widgets: [] },
    { id: 'c', widgets: [] },
  ],
  rotateSeconds: 20,
  secret: 'note',
};

test('boards are listed by their names, or by their ids where they have none', () => {
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
])('whatever else was kept holds none: %j', (viewOption) => {
  expect(namedBoards(viewOption)).toEqual([]);
  expect(onlyBoards(viewOption, ['a'])).toEqual({ boards: [] });
});

test('a wallboard is given its boards whole, and nothing beside them', () => {
  expect(onlyBoards(kept, ['b', 'gone', 'a'])).toEqual({
    boards: [kept.boards[0], kept.boards[1]],
    rotateSeconds: 20,
  });
  expect(onlyBoards(kept, [])).toEqual({ boards: [], rotateSeconds: 20 });
});
