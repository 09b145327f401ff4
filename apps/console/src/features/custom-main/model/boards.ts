import { checkName, NAME_MAX_LENGTH, nameKey } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { newIdempotencyKey } from '#core/api/client.ts';
import { freeArea, type GridArea, type GridItem, type Size, tidied, withArea } from './layout.ts';

export const MAX_BOARDS = 20;
export const MAX_WIDGETS = 24;

/** Saved settings, or those of a form while the user types. Each kind reads the fields it knows. */
export type Settings = Readonly<Record<string, unknown>>;

export interface Widget extends GridItem {
  /** An unknown kind is saved unchanged: a newer console may know it. */
  readonly kind: string;
  /** Empty: the widget is named after its content. */
  readonly title: string;
  readonly settings: Settings;
}

/** The positions of widgets by their ids. */
export type WidgetAreas = ReadonlyMap<string, GridArea>;

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly widgets: readonly Widget[];
}

/** The boards of a user, as the server stores them. */
export interface BoardSet {
  readonly boards: readonly Board[];
  /** How long the wallboard shows each board; 0: it does not change boards. */
  readonly rotateSeconds: number;
}

export function newId(): string {
  return newIdempotencyKey().slice(0, 12);
}

/** Why a board cannot have a name. */
export function boardNameError(boardSet: BoardSet, text: string, exceptId?: string) {
  const check = checkName(text);
  if (!check.ok) return check.error;
  return isTaken(boardSet, check.name, exceptId) ? 'taken' : undefined;
}

function isTaken({ boards }: BoardSet, name: string, exceptId?: string): boolean {
  return boards.some((board) => board.id !== exceptId && nameKey(board.name) === nameKey(name));
}

/** The name itself if it is free, else the name with the first free number. */
export function freeName(boardSet: BoardSet, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const name =
      [...wanted]
        .slice(0, NAME_MAX_LENGTH - ending.length)
        .join('')
        .trim() + ending;
    if (!isTaken(boardSet, name)) return name;
  }
}

export function boardOf({ boards }: BoardSet, id: string | undefined): Board | undefined {
  return boards.find((board) => board.id === id);
}

export function withBoard(boardSet: BoardSet, board: Board, index = boardSet.boards.length): BoardSet {
  if (boardSet.boards.length >= MAX_BOARDS) return boardSet;
  const name = freeName(boardSet, board.name);
  return {
    ...boardSet,
    boards: boardSet.boards.toSpliced(index, 0, name === board.name ? board : { ...board, name }),
  };
}

export function renamed(boardSet: BoardSet, id: string, name: string): BoardSet {
  const check = checkName(name);
  if (!check.ok || boardNameError(boardSet, name, id)) return boardSet;
  return changed(boardSet, id, (board) => ({ ...board, name: check.name }));
}

/** The copy is placed right after its original. */
export function copied(
  boardSet: BoardSet,
  id: string,
  copyId: string,
  widgetId: () => string = newId,
): BoardSet {
  const board = boardOf(boardSet, id);
  if (!board) return boardSet;
  const widgets = board.widgets.map((widget) => ({ ...widget, id: widgetId() }));
  return withBoard(boardSet, { id: copyId, name: board.name, widgets }, boardSet.boards.indexOf(board) + 1);
}

export function withoutBoard(boardSet: BoardSet, id: string): BoardSet {
  return { ...boardSet, boards: boardSet.boards.filter((board) => board.id !== id) };
}

export function reordered(boardSet: BoardSet, id: string, step: -1 | 1): BoardSet {
  const from = boardSet.boards.findIndex((board) => board.id === id);
  const board = boardSet.boards[from];
  const to = from + step;
  if (!board || to < 0 || to >= boardSet.boards.length) return boardSet;
  return { ...boardSet, boards: boardSet.boards.toSpliced(from, 1).toSpliced(to, 0, board) };
}

export function withWidgets(
  boardSet: BoardSet,
  boardId: string,
  change: (widgets: readonly Widget[]) => readonly Widget[],
): BoardSet {
  return changed(boardSet, boardId, (board) => ({ ...board, widgets: change(board.widgets) }));
}

/** Adds a widget at the first free position for its size. */
export function withWidget(
  widgets: readonly Widget[],
  widget: Omit<Widget, 'area'>,
  size: Size,
): readonly Widget[] {
  return widgets.length >= MAX_WIDGETS ? widgets : [...widgets, { ...widget, area: freeArea(widgets, size) }];
}

/** Restores a widget at its old position. Widgets that are there now move down. */
export function restoredWidget(widgets: readonly Widget[], widget: Widget): readonly Widget[] {
  return widgets.length >= MAX_WIDGETS || widgets.some(({ id }) => id === widget.id)
    ? widgets
    : withArea([...widgets, widget], widget.id, widget.area);
}

/** Applies the positions of a finished drag. */
export function arranged(widgets: readonly Widget[], areas: WidgetAreas): readonly Widget[] {
  return tidied(widgets.map((widget) => ({ ...widget, area: areas.get(widget.id) ?? widget.area })));
}

function changed(boardSet: BoardSet, id: string, change: (board: Board) => Board): BoardSet {
  return { ...boardSet, boards: boardSet.boards.map((board) => (board.id === id ? change(board) : board)) };
}

/** The id of the board `step` places further; the first board follows the last. */
export function nextBoardId({ boards }: BoardSet, id: string, step: -1 | 1): string {
  const index = boards.findIndex((board) => board.id === id);
  return boards.at((index + step) % Math.max(1, boards.length))?.id ?? id;
}

export const rotateChoices = [0, 10, 20, 30, 60, 120, 300, 600] as const;
const DEFAULT_ROTATE_SECONDS = 30;

const Id = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const Whole = z.number().catch(0);
const SavedWidget = z.object({
  id: Id,
  kind: z.string().max(40),
  title: z.string().max(200).catch(''),
  area: z.object({ x: Whole, y: Whole, w: Whole, h: Whole }),
  settings: z.record(z.string(), z.unknown()).catch({}),
});
const SavedBoard = z.object({ id: Id, name: z.string().max(500), widgets: z.array(z.unknown()).catch([]) });
const Saved = z.object({
  boards: z.array(z.unknown()).catch([]),
  rotateSeconds: z.literal(rotateChoices).catch(DEFAULT_ROTATE_SECONDS),
});

/** Parses saved boards. Repairs or drops invalid parts, so that the page always renders. */
export function parseBoards(saved: unknown): BoardSet {
  const { boards, rotateSeconds } = Saved.catch({ boards: [], rotateSeconds: DEFAULT_ROTATE_SECONDS }).parse(
    saved,
  );
  let boardSet: BoardSet = { boards: [], rotateSeconds };
  for (const candidate of boards.slice(0, MAX_BOARDS)) {
    const board = parseBoard(candidate);
    if (!board || boardSet.boards.some(({ id }) => id === board.id)) continue;
    boardSet = {
      ...boardSet,
      boards: [...boardSet.boards, { ...board, name: freeName(boardSet, board.name) }],
    };
  }
  return boardSet;
}

function parseBoard(saved: unknown): Board | undefined {
  const board = SavedBoard.safeParse(saved).data;
  if (!board) return undefined;
  const check = checkName(board.name);
  const widgets = new Map<string, Widget>();
  for (const candidate of board.widgets.slice(0, MAX_WIDGETS)) {
    const widget = SavedWidget.safeParse(candidate).data;
    if (widget && !widgets.has(widget.id)) widgets.set(widget.id, widget);
  }
  return { id: board.id, name: check.ok ? check.name : board.id, widgets: tidied([...widgets.values()]) };
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
