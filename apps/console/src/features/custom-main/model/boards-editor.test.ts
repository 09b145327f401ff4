import { VIEW_OPTION_MAX_BYTES } from '@gwanje/contract/dashboard/view-options';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { type Board, type BoardSet, renamed, withBoard, withoutBoard } from './boards.ts';
import { BoardsEditor, type SavedBoards } from './boards-editor.ts';

const first: Board = { id: 'first', name: '첫 보드', widgets: [] };
const extra: Board = { id: 'x', name: 'X', widgets: [] };

/** Saves boards as the server does, with a counter for a clock. */
class FakeServer {
  saved: SavedBoards = { viewOption: {}, updatedAt: null };
  saves = 0;
  failing: ApiFailure | null = null;
  #time = Date.parse('2026-01-01T00:00:00Z');

  store(boardSet: BoardSet): string {
    this.#time += 1;
    const updatedAt = new Date(this.#time).toISOString();
    this.saved = { viewOption: JSON.parse(JSON.stringify(boardSet)), updatedAt };
    return updatedAt;
  }

  load = async (): Promise<SavedBoards> => this.saved;

  save = async (boardSet: BoardSet, updatedAt: string | null) => {
    this.saves += 1;
    if (this.failing) throw this.failing;
    if (updatedAt !== this.saved.updatedAt) throw failure(8004);
    return { updatedAt: this.store(boardSet) };
  };
}

function failure(code: number): ApiFailure {
  return new ApiFailure({ kind: 'code', code, message: 'refused', detail: {} });
}

let server: FakeServer;
beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened(): BoardsEditor {
  const editor = new BoardsEditor(server, () => [first]);
  editor.receive(server.saved);
  return editor;
}

const namesIn = (editor: BoardsEditor) => editor.state().boardSet?.boards.map(({ name }) => name);
const savedNames = () =>
  (server.saved.viewOption.boards as readonly Board[] | undefined)?.map(({ name }) => name);

describe('saving', () => {
  it('shows a first board to a user without boards and saves nothing until a change', async () => {
    const editor = opened();
    expect(namesIn(editor)).toEqual(['첫 보드']);
    await vi.runAllTimersAsync();
    expect(server.saves).toBe(0);
  });

  it('shows a change at once and saves many with one call', async () => {
    const editor = opened();
    for (const name of ['A', 'B', 'C']) editor.change((boardSet) => renamed(boardSet, 'first', name));
    expect([namesIn(editor), editor.state().saving]).toEqual([['C'], 'waiting']);
    await vi.runAllTimersAsync();
    expect([server.saves, savedNames(), editor.state().saving]).toEqual([1, ['C'], 'no']);
  });

  it('saves a change made during a save after it', async () => {
    const editor = opened();
    editor.change((boardSet) => renamed(boardSet, 'first', 'A'));
    const saved = editor.flush();
    editor.change((boardSet) => renamed(boardSet, 'first', 'B'));
    await saved;
    await vi.runAllTimersAsync();
    expect([server.saves, savedNames()]).toEqual([2, ['B']]);
  });

  it('does not save a change that changes nothing', async () => {
    const editor = opened();
    editor.change((boardSet) => boardSet);
    editor.change((boardSet) => ({ ...boardSet }));
    await vi.runAllTimersAsync();
    expect(server.saves).toBe(0);
  });

  it('reports a failed save and saves on retry', async () => {
    const editor = opened();
    server.failing = failure(8008);
    editor.change((boardSet) => renamed(boardSet, 'first', 'A'));
    await vi.runAllTimersAsync();
    expect([editor.state().saving, namesIn(editor)]).toEqual(['failed', ['A']]);
    server.failing = null;
    await editor.flush();
    expect([editor.state().saving, savedNames()]).toEqual(['no', ['A']]);
  });

  it('refuses boards that are too large before showing them', async () => {
    const editor = opened();
    const widgets = Array.from({ length: 24 }, (_, index) => ({
      id: `w${index}`,
      kind: 'counts',
      title: 'x'.repeat(VIEW_OPTION_MAX_BYTES / 20),
      area: { x: 0, y: index, w: 1, h: 1 },
      settings: {},
    }));
    expect(editor.change((boardSet) => withBoard(boardSet, { ...extra, widgets }))).toBe(false);
    expect([namesIn(editor), editor.state().isTooLarge]).toEqual([['첫 보드'], true]);
  });
});

describe('another window', () => {
  it('is followed while nothing is changed here', () => {
    const editor = opened();
    server.store({ boards: [{ ...first, name: 'elsewhere' }], rotateSeconds: 10 });
    editor.receive(server.saved);
    expect([namesIn(editor), editor.state().saving]).toEqual([['elsewhere'], 'no']);
  });

  async function inConflict() {
    const editor = opened();
    server.store({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 30 });
    editor.change((boardSet) => renamed(boardSet, 'first', 'mine'));
    await vi.runAllTimersAsync();
    expect(editor.state()).toMatchObject({ saving: 'conflict' });
    expect([namesIn(editor), savedNames()]).toEqual([['mine'], ['theirs']]);
    return editor;
  }

  it('that saved first stops saving here until the user decides', async () => {
    const editor = await inConflict();
    const { saves } = server;
    editor.change((boardSet) => withBoard(boardSet, extra));
    await editor.flush();
    await vi.runAllTimersAsync();
    expect([server.saves, namesIn(editor), editor.state().saving]).toEqual([
      saves,
      ['mine', 'X'],
      'conflict',
    ]);
  });

  it('keeps its boards when the user reloads', async () => {
    const editor = await inConflict();
    await editor.reload();
    expect([namesIn(editor), savedNames(), editor.state().saving]).toEqual([['theirs'], ['theirs'], 'no']);
  });

  it('loses its boards when the user overwrites', async () => {
    const editor = await inConflict();
    await editor.overwrite();
    expect([namesIn(editor), savedNames(), editor.state().saving]).toEqual([['mine'], ['mine'], 'no']);
    editor.change((boardSet) => withBoard(boardSet, extra));
    await vi.runAllTimersAsync();
    expect(savedNames()).toEqual(['mine', 'X']);
  });

  it('that saves again during the overwrite is a conflict again', async () => {
    const editor = await inConflict();
    server.load = async () => {
      const answer = { ...server.saved };
      server.store({ boards: [extra], rotateSeconds: 30 });
      return answer;
    };
    await editor.overwrite();
    expect([savedNames(), editor.state().saving]).toEqual([['X'], 'conflict']);
  });

  it('is a conflict as soon as its save is seen, before the own one is sent', async () => {
    const editor = opened();
    editor.change((boardSet) => withBoard(boardSet, extra));
    server.store({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 30 });
    editor.receive(server.saved);
    await vi.runAllTimersAsync();
    expect([editor.state().saving, server.saves, savedNames()]).toEqual(['conflict', 0, ['theirs']]);
  });

  it('that deleted every board leaves the first one', () => {
    server.store({ boards: [extra], rotateSeconds: 30 });
    const editor = opened();
    server.store(withoutBoard({ boards: [extra], rotateSeconds: 30 }, 'x'));
    editor.receive(server.saved);
    expect(namesIn(editor)).toEqual(['첫 보드']);
  });
});
