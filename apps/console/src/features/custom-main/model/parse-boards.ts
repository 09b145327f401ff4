import { checkName } from '@gwanje/contract/definition/names';
import { z } from 'zod';
import { type Board, type BoardBook, freeName, MOST_BOARDS, MOST_WIDGETS, type Widget } from './boards.ts';
import { tidied } from './layout.ts';

export const rotateChoices = [0, 10, 20, 30, 60, 120, 300, 600] as const;
export const DEFAULT_ROTATE_SECONDS = 30;

const Id = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const Whole = z.number().catch(0);
const SavedWidget = z.object({
  id: Id,
  kind: z.string().max(40),
  title: z.string().max(200).catch(''),
  place: z.object({ x: Whole, y: Whole, w: Whole, h: Whole }),
  settings: z.record(z.string(), z.unknown()).catch({}),
});
const SavedBoard = z.object({ id: Id, name: z.string().max(500), widgets: z.array(z.unknown()).catch([]) });
const Saved = z.object({
  boards: z.array(z.unknown()).catch([]),
  rotateSeconds: z.literal(rotateChoices).catch(DEFAULT_ROTATE_SECONDS),
});

/** Reads saved boards leniently: it repairs what it can and leaves out the rest, so that the page never breaks. */
export function parseBoards(saved: unknown): BoardBook {
  const { boards, rotateSeconds } = Saved.catch({ boards: [], rotateSeconds: DEFAULT_ROTATE_SECONDS }).parse(
    saved,
  );
  let book: BoardBook = { boards: [], rotateSeconds };
  for (const candidate of boards.slice(0, MOST_BOARDS)) {
    const board = parseBoard(candidate);
    if (!board || book.boards.some(({ id }) => id === board.id)) continue;
    book = { ...book, boards: [...book.boards, { ...board, name: freeName(book, board.name) }] };
  }
  return book;
}

function parseBoard(saved: unknown): Board | undefined {
  const board = SavedBoard.safeParse(saved).data;
  if (!board) return undefined;
  const check = checkName(board.name);
  const widgets = new Map<string, Widget>();
  for (const candidate of board.widgets.slice(0, MOST_WIDGETS)) {
    const widget = SavedWidget.safeParse(candidate).data;
    if (widget && !widgets.has(widget.id)) widgets.set(widget.id, widget);
  }
  return { id: board.id, name: check.ok ? check.name : board.id, widgets: tidied([...widgets.values()]) };
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
