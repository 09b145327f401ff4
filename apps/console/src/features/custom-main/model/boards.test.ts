import { describe, expect, it } from 'vitest';
import {
  arranged,
  type Board,
  type BoardSet,
  boardNameError,
  copied,
  freeName,
  MAX_BOARDS,
  MAX_WIDGETS,
  nextBoardId,
  parseBoards,
  renamed,
  reordered,
  restoredWidget,
  type Widget,
  withBoard,
  withoutBoard,
  withWidget,
  withWidgets,
} from './boards.ts';

function widget(id: string, area = { x: 0, y: 0, w: 6, h: 4 }): Widget {
  return { id, kind: 'counts', title: '', area, settings: {} };
}

function board(id: string, name = id, widgets: readonly Widget[] = []): Board {
  return { id, name, widgets };
}

function boardSet(...boards: readonly Board[]): BoardSet {
  return { boards, rotateSeconds: 30 };
}

const names = ({ boards }: BoardSet) => boards.map(({ name }) => name);

describe('board names', () => {
  const two = boardSet(board('a', '서울'), board('b', 'Night'));

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['x'.repeat(51), 'tooLong'],
    ['a\u0000b', 'controlCharacter'],
    ['a\u202eb', 'controlCharacter'],
    ['\u3164', 'invisible'],
    ['서울', 'taken'],
    ['  night ', 'taken'],
  ])('%j is refused: %s', (name, reason) => {
    expect(boardNameError(two, name)).toBe(reason);
    expect(renamed(boardSet(board('c', 'C'), ...two.boards), 'c', name).boards[0]?.name).toBe('C');
  });

  it.each(['x'.repeat(50), '<b>굵게</b>', '가', "'; drop table"])('%j is accepted', (name) => {
    expect(boardNameError(two, name)).toBeUndefined();
    expect(names(renamed(two, 'b', ` ${name} `))).toEqual(['서울', name]);
  });

  it('a board may keep its name, also in another case', () =>
    expect(boardNameError(two, 'NIGHT', 'b')).toBeUndefined());

  it('a name in use gets a number, within the length limit', () => {
    expect(freeName(two, '서울')).toBe('서울 (2)');
    expect(freeName(boardSet(board('a', '서울'), board('b', '서울 (2)')), '서울')).toBe('서울 (3)');
    const long = 'x'.repeat(50);
    expect(freeName(boardSet(board('a', long)), long)).toBe(`${'x'.repeat(46)} (2)`);
  });
});

describe('boards', () => {
  it('are added, copied next to the original, reordered and deleted', () => {
    const first = boardSet(board('a', 'A', [widget('w')]), board('b', 'B'));
    expect(names(withBoard(first, board('c', 'C')))).toEqual(['A', 'B', 'C']);
    const copy = copied(first, 'a', 'c', () => 'w2');
    expect(names(copy)).toEqual(['A', 'A (2)', 'B']);
    expect(copy.boards[1]?.widgets).toEqual([widget('w2')]);
    expect(names(reordered(copy, 'c', 1))).toEqual(['A', 'B', 'A (2)']);
    expect(names(reordered(copy, 'a', -1))).toEqual(['A', 'A (2)', 'B']);
    expect(names(withoutBoard(copy, 'a'))).toEqual(['A (2)', 'B']);
  });

  it('are restored at their old position after a deletion', () => {
    const first = boardSet(board('a', 'A'), board('b', 'B'), board('c', 'C'));
    const deleted = first.boards[1];
    expect(deleted && withBoard(withoutBoard(first, 'b'), deleted, 1)).toEqual(first);
  });

  it('are limited in number', () => {
    const full = boardSet(...Array.from({ length: MAX_BOARDS }, (_, index) => board(`b${index}`)));
    expect(withBoard(full, board('more'))).toBe(full);
    expect(copied(full, 'b0', 'more')).toBe(full);
  });

  it('are shown in turn: the first follows the last', () => {
    const three = boardSet(board('a'), board('b'), board('c'));
    expect(['a', 'b', 'c'].map((id) => nextBoardId(three, id, 1))).toEqual(['b', 'c', 'a']);
    expect(['a', 'b', 'c'].map((id) => nextBoardId(three, id, -1))).toEqual(['c', 'a', 'b']);
    expect(nextBoardId(boardSet(board('a')), 'a', 1)).toBe('a');
    expect(nextBoardId(boardSet(), 'gone', 1)).toBe('gone');
  });
});

describe('widgets', () => {
  const more = (id: string): Omit<Widget, 'area'> => ({ id, kind: 'counts', title: '', settings: {} });

  it('are added where there is room', () => {
    const widgets = withWidget([widget('w1')], more('w2'), { w: 6, h: 4 });
    expect(widgets[1]?.area).toEqual({ x: 6, y: 0, w: 6, h: 4 });
  });

  it('of one board change without those of another', () => {
    const two = boardSet(board('a', 'A', [widget('w1')]), board('b'));
    const changed = withWidgets(two, 'a', () => [widget('w2')]);
    expect(changed.boards[0]?.widgets).toEqual([widget('w2')]);
    expect(changed.boards[1]).toBe(two.boards[1]);
  });

  it('are restored at their old position and push other widgets down', () => {
    const occupied = withWidget([], more('w2'), { w: 12, h: 2 });
    const back = restoredWidget(occupied, widget('w1'));
    expect(back.map(({ id, area }) => [id, area.y])).toEqual([
      ['w2', 4],
      ['w1', 0],
    ]);
    expect(restoredWidget(back, widget('w1'))).toEqual(back);
  });

  it('are moved to given positions without overlaps', () => {
    const areas = new Map([
      ['w1', { x: 0, y: 7, w: 6, h: 4 }],
      ['w2', { x: 3, y: 8, w: 6, h: 4 }],
      ['unknown', { x: 0, y: 0, w: 1, h: 1 }],
    ]);
    const after = arranged([widget('w1'), widget('w2', { x: 6, y: 0, w: 6, h: 4 })], areas);
    expect(after.map(({ area }) => [area.x, area.y])).toEqual([
      [0, 7],
      [3, 11],
    ]);
  });

  it('are limited in number', () => {
    let full: readonly Widget[] = [];
    for (let index = 0; index < MAX_WIDGETS + 5; index += 1)
      full = withWidget(full, more(`n${index}`), { w: 3, h: 2 });
    expect(full).toHaveLength(MAX_WIDGETS);
    expect(restoredWidget(full, widget('w1'))).toBe(full);
  });
});

describe('saved boards', () => {
  it('are read back unchanged', () => {
    const saved = boardSet(
      board('a', 'A', [widget('w1'), widget('w2', { x: 6, y: 0, w: 6, h: 4 })]),
      board('b', 'B'),
    );
    expect(parseBoards(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
  });

  it.each([
    ['an empty object', {}],
    ['null', null],
    ['a text', 'boards'],
    ['a text instead of the list', { boards: 'many' }],
    ['boards without names', { boards: [{ id: 'a' }, null, 7, []] }],
    ['an id that is a path', { boards: [board('../a?b')] }],
  ])('are read as empty: %s', (_what, saved) => expect(parseBoards(saved)).toEqual(boardSet()));

  it('lose only their invalid parts', () => {
    const saved = {
      boards: [
        board('a', 'A', [widget('w1')]),
        { id: 'a', name: 'twice', widgets: [] },
        {
          id: 'b',
          name: 'a',
          widgets: [
            { id: 'w', kind: 'counts' },
            { ...widget('w2'), title: 9, settings: 'x' },
          ],
        },
        { id: 'c', name: '\u0000', widgets: 'none' },
      ],
      rotateSeconds: 7,
    };
    expect(parseBoards(saved)).toEqual({
      boards: [board('a', 'A', [widget('w1')]), board('b', 'a (2)', [widget('w2')]), board('c', 'c')],
      rotateSeconds: 30,
    });
  });

  it('keep a widget of an unknown kind for a newer console', () => {
    const unknownWidget = { ...widget('w'), kind: 'weather', settings: { city: '서울' } };
    expect(parseBoards(boardSet(board('a', 'A', [unknownWidget]))).boards[0]?.widgets).toEqual([
      unknownWidget,
    ]);
  });

  it('overlapping widgets are moved apart, and widgets over the limit are dropped', () => {
    const many = Array.from({ length: 60 }, (_, index) => widget(`w${index}`));
    const widgets = parseBoards(boardSet(board('a', 'A', many))).boards[0]?.widgets ?? [];
    expect(widgets).toHaveLength(MAX_WIDGETS);
    expect(new Set(widgets.map(({ area }) => area.y)).size).toBe(MAX_WIDGETS);
  });
});
