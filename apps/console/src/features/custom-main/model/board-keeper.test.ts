import { VIEW_OPTION_MAX_BYTES } from '@gwanje/contract/view-options';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { BoardKeeper, type KeptAnswer } from './board-keeper.ts';
import { type Board, type BoardBook, renamed, withBoard, withoutBoard } from './boards.ts';

const first: Board = { id: 'first', name: '첫 보드', widgets: [] };
const extra: Board = { id: 'x', name: 'X', widgets: [] };

/** Where boards are kept: as the server, which counts instead of looking at a clock. */
class Shelf {
  kept: KeptAnswer = { viewOption: {}, updatedAt: null };
  saves = 0;
  failing: ApiFailure | null = null;
  #time = Date.parse('2026-01-01T00:00:00Z');

  put(book: BoardBook): string {
    this.#time += 1;
    const updatedAt = new Date(this.#time).toISOString();
    this.kept = { viewOption: JSON.parse(JSON.stringify(book)), updatedAt };
    return updatedAt;
  }

  load = async (): Promise<KeptAnswer> => this.kept;

  save = async (book: BoardBook, updatedAt: string | null) => {
    this.saves += 1;
    if (this.failing) throw this.failing;
    if (updatedAt !== this.kept.updatedAt) throw failure(8004);
    return { updatedAt: this.put(book) };
  };
}

function failure(code: number): ApiFailure {
  return new ApiFailure({ kind: 'code', code, message: 'refused', detail: {} });
}

let shelf: Shelf;
beforeEach(() => {
  vi.useFakeTimers();
  shelf = new Shelf();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened(): BoardKeeper {
  const keeper = new BoardKeeper(shelf, () => [first]);
  keeper.heard(shelf.kept);
  return keeper;
}

const namesIn = (keeper: BoardKeeper) => keeper.state().book?.boards.map(({ name }) => name);
const keptNames = () =>
  (shelf.kept.viewOption.boards as readonly Board[] | undefined)?.map(({ name }) => name);

describe('keeping', () => {
  it('shows a first board to whoever has none, and keeps nothing until something changes', async () => {
    const keeper = opened();
    expect(namesIn(keeper)).toEqual(['첫 보드']);
    await vi.runAllTimersAsync();
    expect(shelf.saves).toBe(0);
  });

  it('shows a change at once and keeps many of them with one save', async () => {
    const keeper = opened();
    for (const name of ['A', 'B', 'C']) keeper.change((book) => renamed(book, 'first', name));
    expect([namesIn(keeper), keeper.state().saving]).toEqual([['C'], 'waiting']);
    await vi.runAllTimersAsync();
    expect([shelf.saves, keptNames(), keeper.state().saving]).toEqual([1, ['C'], 'no']);
  });

  it('what is changed while a save is under way is saved after it', async () => {
    const keeper = opened();
    keeper.change((book) => renamed(book, 'first', 'A'));
    const saved = keeper.flush();
    keeper.change((book) => renamed(book, 'first', 'B'));
    await saved;
    await vi.runAllTimersAsync();
    expect([shelf.saves, keptNames()]).toEqual([2, ['B']]);
  });

  it('a change that changes nothing is not saved', async () => {
    const keeper = opened();
    keeper.change((book) => book);
    keeper.change((book) => ({ ...book }));
    await vi.runAllTimersAsync();
    expect(shelf.saves).toBe(0);
  });

  it('a save that failed says so, and goes through when tried again', async () => {
    const keeper = opened();
    shelf.failing = failure(8008);
    keeper.change((book) => renamed(book, 'first', 'A'));
    await vi.runAllTimersAsync();
    expect([keeper.state().saving, namesIn(keeper)]).toEqual(['failed', ['A']]);
    shelf.failing = null;
    await keeper.flush();
    expect([keeper.state().saving, keptNames()]).toEqual(['no', ['A']]);
  });

  it('more than can be kept is refused before it is shown', async () => {
    const keeper = opened();
    const widgets = Array.from({ length: 24 }, (_, index) => ({
      id: `w${index}`,
      kind: 'counts',
      title: 'x'.repeat(VIEW_OPTION_MAX_BYTES / 20),
      place: { x: 0, y: index, w: 1, h: 1 },
      settings: {},
    }));
    expect(keeper.change((book) => withBoard(book, { ...extra, widgets }))).toBe(false);
    expect([namesIn(keeper), keeper.state().notice]).toEqual([['첫 보드'], 'tooLarge']);
  });
});

describe('another window', () => {
  it('is followed while nothing is changed here', () => {
    const keeper = opened();
    shelf.put({ boards: [{ ...first, name: 'elsewhere' }], rotateSeconds: 10 });
    keeper.heard(shelf.kept);
    expect([namesIn(keeper), keeper.state().notice]).toEqual([['elsewhere'], null]);
  });

  it('that changed another board: both changes stay', async () => {
    const keeper = opened();
    shelf.put({ boards: [first, extra], rotateSeconds: 30 });
    keeper.change((book) => renamed(book, 'first', 'mine'));
    await vi.runAllTimersAsync();
    expect([namesIn(keeper), keptNames()]).toEqual([
      ['mine', 'X'],
      ['mine', 'X'],
    ]);
    expect(keeper.state()).toMatchObject({ saving: 'no', notice: 'joined' });
  });

  it('that changed the same board: its board is shown, and it is said', async () => {
    const keeper = opened();
    shelf.put({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 30 });
    keeper.change((book) => renamed(book, 'first', 'mine'));
    await vi.runAllTimersAsync();
    expect([namesIn(keeper), keptNames()]).toEqual([['theirs'], ['theirs']]);
    expect(keeper.state()).toMatchObject({ saving: 'no', notice: 'overtaken' });
  });

  it('that is heard of before the save is merged all the same', async () => {
    const keeper = opened();
    keeper.change((book) => withBoard(book, extra));
    shelf.put({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 30 });
    keeper.heard(shelf.kept);
    expect(namesIn(keeper)).toEqual(['theirs', 'X']);
    await vi.runAllTimersAsync();
    expect([keptNames(), shelf.saves]).toEqual([['theirs', 'X'], 1]);
  });

  it('that saves all the time is not fought for ever', async () => {
    const keeper = opened();
    shelf.load = async () => {
      const answer = { ...shelf.kept };
      shelf.put({ boards: [first, { ...extra, name: `busy ${shelf.saves}` }], rotateSeconds: 30 });
      return answer;
    };
    shelf.put({ boards: [first, extra], rotateSeconds: 30 });
    keeper.change((book) => renamed(book, 'first', 'mine'));
    await vi.runAllTimersAsync();
    expect([shelf.saves, keeper.state().saving]).toEqual([4, 'failed']);
  });

  it('that deleted every board leaves the first one', () => {
    shelf.put({ boards: [extra], rotateSeconds: 30 });
    const keeper = opened();
    shelf.put(withoutBoard({ boards: [extra], rotateSeconds: 30 }, 'x'));
    keeper.heard(shelf.kept);
    expect(namesIn(keeper)).toEqual(['첫 보드']);
  });
});
