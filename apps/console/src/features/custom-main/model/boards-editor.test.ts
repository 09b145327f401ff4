import { VIEW_OPTION_MAX_BYTES } from '@gwanje/contract/dashboard/view-options';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '#core/api/api-failure.ts';
import { type Board, type BoardSet, renamed, withBoard, withoutBoard } from './boards.ts';
import { BoardsEditor, type SavedBoards } from './boards-editor.ts';

const first: Board = { id: 'first', name: '첫 보드', widgets: [] };
const extra: Board = { id: 'x', name: 'X', widgets: [] };

/** Like the server, refuses a save that is not based on the stored version. */
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
afterEach(() => vi.useRealTimers());

function opened(): BoardsEditor {
  const editor = new BoardsEditor(server, () => [first]);
  editor.receive(server.saved);
  return editor;
}

const namesIn = (editor: BoardsEditor) => editor.state().boardSet?.boards.map(({ name }) => name);
const savedNames = () =>
  (server.saved.viewOption.boards as readonly Board[] | undefined)?.map(({ name }) => name);

describe('saving boards', () => {
  it('shows the default board to a user without boards, and does not save it before a change', async () => {
    expect(namesIn(opened())).toEqual(['첫 보드']);
    await vi.runAllTimersAsync();
    expect(server.saves).toBe(0);
  });

  it('shows each change at once and saves several changes with one request', async () => {
    const editor = opened();
    for (const name of ['A', 'B', 'C']) editor.change((boardSet) => renamed(boardSet, 'first', name));
    expect([namesIn(editor), editor.state().saving]).toEqual([['C'], 'waiting']);
    await vi.runAllTimersAsync();
    expect([server.saves, savedNames(), editor.state().saving]).toEqual([1, ['C'], 'no']);
  });

  it('saves a change that is made during a save with a second request', async () => {
    const editor = opened();
    editor.change((boardSet) => renamed(boardSet, 'first', 'A'));
    const saved = editor.flush();
    editor.change((boardSet) => renamed(boardSet, 'first', 'B'));
    await saved;
    await vi.runAllTimersAsync();
    expect([server.saves, savedNames()]).toEqual([2, ['B']]);
  });

  it('sends no request if the boards stay the same', async () => {
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

  it('refuses a change that makes the boards too large to save', async () => {
    const editor = opened();
    const large = { kind: 'counts', title: 'x'.repeat(VIEW_OPTION_MAX_BYTES / 20), settings: {} };
    const areaAt = (y: number) => ({ x: 0, y, w: 1, h: 1 });
    const widgets = Array.from({ length: 24 }, (_, y) => ({ ...large, id: `w${y}`, area: areaAt(y) }));
    expect(editor.change((boardSet) => withBoard(boardSet, { ...extra, widgets }))).toBe(false);
    expect([namesIn(editor), editor.state().isTooLarge]).toEqual([['첫 보드'], true]);
  });
});

describe('when another window saves boards', () => {
  it("shows the other window's boards if this window has no unsaved changes", () => {
    const editor = opened();
    server.store({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 10 });
    editor.receive(server.saved);
    expect([namesIn(editor), editor.state().saving]).toEqual([['theirs'], 'no']);
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

  it('sends no more saves after a conflict until the user resolves it', async () => {
    const editor = await inConflict();
    const { saves } = server;
    editor.change((boardSet) => withBoard(boardSet, extra));
    await editor.flush();
    await vi.runAllTimersAsync();
    const expected = [saves, ['mine', 'X'], 'conflict'];
    expect([server.saves, namesIn(editor), editor.state().saving]).toEqual(expected);
  });

  it("reload drops this window's changes and shows the other window's boards", async () => {
    const editor = await inConflict();
    await editor.reload();
    expect([namesIn(editor), savedNames(), editor.state().saving]).toEqual([['theirs'], ['theirs'], 'no']);
  });

  it("overwrite replaces the other window's boards, and later changes are saved", async () => {
    const editor = await inConflict();
    await editor.overwrite();
    expect([namesIn(editor), savedNames(), editor.state().saving]).toEqual([['mine'], ['mine'], 'no']);
    editor.change((boardSet) => withBoard(boardSet, extra));
    await vi.runAllTimersAsync();
    expect(savedNames()).toEqual(['mine', 'X']);
  });

  it('reports a new conflict if the other window saves during the overwrite', async () => {
    const editor = await inConflict();
    server.load = async () => {
      const answer = { ...server.saved };
      server.store({ boards: [extra], rotateSeconds: 30 });
      return answer;
    };
    await editor.overwrite();
    expect([savedNames(), editor.state().saving]).toEqual([['X'], 'conflict']);
  });

  it('reports a conflict before its own save is sent, if the newer boards arrive first', async () => {
    const editor = opened();
    editor.change((boardSet) => withBoard(boardSet, extra));
    server.store({ boards: [{ ...first, name: 'theirs' }], rotateSeconds: 30 });
    editor.receive(server.saved);
    await vi.runAllTimersAsync();
    expect([editor.state().saving, server.saves, savedNames()]).toEqual(['conflict', 0, ['theirs']]);
  });

  it('shows the default board after the other window deleted every board', () => {
    server.store({ boards: [extra], rotateSeconds: 30 });
    const editor = opened();
    server.store(withoutBoard({ boards: [extra], rotateSeconds: 30 }, 'x'));
    editor.receive(server.saved);
    expect(namesIn(editor)).toEqual(['첫 보드']);
  });
});
