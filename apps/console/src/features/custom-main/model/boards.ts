import { checkName, NAME_MAX_LENGTH, nameKey } from '@gwanje/contract/definition/names';
import { newIdempotencyKey } from '#core/api/idempotency-key.ts';
import type { Settings } from '../widgets/widget-kind.ts';
import { compacted, freePlace, type Place, type Placed, type Size, tidied, withPlace } from './layout.ts';

export const MOST_BOARDS = 20;
export const MOST_WIDGETS = 24;

export interface Widget extends Placed {
  /** An unknown kind is saved unchanged: a newer console may know it. */
  readonly kind: string;
  /** Empty: the widget is named after its content. */
  readonly title: string;
  readonly settings: Settings;
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly widgets: readonly Widget[];
}

/** The boards of a user, as the server stores them. */
export interface BoardBook {
  readonly boards: readonly Board[];
  /** How long the wallboard shows each board; 0: it does not change boards. */
  readonly rotateSeconds: number;
}

export function newId(): string {
  return newIdempotencyKey().slice(0, 12);
}

/** Why a board cannot have a name. */
export type BoardNameFault = 'empty' | 'tooLong' | 'controlCharacter' | 'invisible' | 'taken';

export function boardNameFault(book: BoardBook, text: string, exceptId?: string): BoardNameFault | undefined {
  const check = checkName(text);
  if (!check.ok) return check.fault;
  return isTaken(book, check.name, exceptId) ? 'taken' : undefined;
}

function isTaken({ boards }: BoardBook, name: string, exceptId?: string): boolean {
  return boards.some((board) => board.id !== exceptId && nameKey(board.name) === nameKey(name));
}

/** The name itself if it is free, else the name with the first free number. */
export function freeName(book: BoardBook, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const name =
      [...wanted]
        .slice(0, NAME_MAX_LENGTH - ending.length)
        .join('')
        .trim() + ending;
    if (!isTaken(book, name)) return name;
  }
}

export function boardOf({ boards }: BoardBook, id: string | undefined): Board | undefined {
  return boards.find((board) => board.id === id);
}

export function withBoard(book: BoardBook, board: Board, index = book.boards.length): BoardBook {
  if (book.boards.length >= MOST_BOARDS) return book;
  const name = freeName(book, board.name);
  return {
    ...book,
    boards: book.boards.toSpliced(index, 0, name === board.name ? board : { ...board, name }),
  };
}

export function renamed(book: BoardBook, id: string, name: string): BoardBook {
  const check = checkName(name);
  if (!check.ok || boardNameFault(book, name, id)) return book;
  return changed(book, id, (board) => ({ ...board, name: check.name }));
}

/** The copy is placed right after its original. */
export function copied(
  book: BoardBook,
  id: string,
  copyId: string,
  widgetId: () => string = newId,
): BoardBook {
  const board = boardOf(book, id);
  if (!board) return book;
  const widgets = board.widgets.map((widget) => ({ ...widget, id: widgetId() }));
  return withBoard(book, { id: copyId, name: board.name, widgets }, book.boards.indexOf(board) + 1);
}

export function withoutBoard(book: BoardBook, id: string): BoardBook {
  return { ...book, boards: book.boards.filter((board) => board.id !== id) };
}

export function reordered(book: BoardBook, id: string, step: -1 | 1): BoardBook {
  const from = book.boards.findIndex((board) => board.id === id);
  const board = book.boards[from];
  const to = from + step;
  if (!board || to < 0 || to >= book.boards.length) return book;
  return { ...book, boards: book.boards.toSpliced(from, 1).toSpliced(to, 0, board) };
}

export function withWidget(
  book: BoardBook,
  boardId: string,
  widget: Omit<Widget, 'place'>,
  size: Size,
): BoardBook {
  return changed(book, boardId, (board) =>
    board.widgets.length >= MOST_WIDGETS
      ? board
      : { ...board, widgets: [...board.widgets, { ...widget, place: freePlace(board.widgets, size) }] },
  );
}

/** Restores a widget at its old position. Widgets that are there now move down. */
export function restoredWidget(book: BoardBook, boardId: string, widget: Widget): BoardBook {
  return changed(book, boardId, (board) =>
    board.widgets.length >= MOST_WIDGETS || board.widgets.some(({ id }) => id === widget.id)
      ? board
      : { ...board, widgets: withPlace([...board.widgets, widget], widget.id, widget.place) },
  );
}

export function withoutWidget(book: BoardBook, boardId: string, widgetId: string): BoardBook {
  return changed(book, boardId, (board) => ({
    ...board,
    widgets: board.widgets.filter(({ id }) => id !== widgetId),
  }));
}

export function changedWidget(
  book: BoardBook,
  boardId: string,
  widgetId: string,
  patch: Partial<Pick<Widget, 'title' | 'settings'>>,
): BoardBook {
  return changed(book, boardId, (board) => ({
    ...board,
    widgets: board.widgets.map((widget) => (widget.id === widgetId ? { ...widget, ...patch } : widget)),
  }));
}

/** Takes over the positions of a finished drag, all at once. */
export function arranged(book: BoardBook, boardId: string, places: ReadonlyMap<string, Place>): BoardBook {
  return changed(book, boardId, (board) => ({
    ...board,
    widgets: tidied(
      board.widgets.map((widget) => ({ ...widget, place: places.get(widget.id) ?? widget.place })),
    ),
  }));
}

/** Adds the first widgets to an empty board. */
export function filled(book: BoardBook, boardId: string, widgets: readonly Widget[]): BoardBook {
  return changed(book, boardId, (board) => (board.widgets.length > 0 ? board : { ...board, widgets }));
}

export function withoutGaps(book: BoardBook, boardId: string): BoardBook {
  return changed(book, boardId, (board) => ({ ...board, widgets: compacted(board.widgets) }));
}

function changed(book: BoardBook, id: string, change: (board: Board) => Board): BoardBook {
  return { ...book, boards: book.boards.map((board) => (board.id === id ? change(board) : board)) };
}

/** The next board, in a circle. */
export function nextBoardId({ boards }: BoardBook, id: string, step: -1 | 1): string {
  const index = boards.findIndex((board) => board.id === id);
  return boards.at((index + step) % Math.max(1, boards.length))?.id ?? id;
}
