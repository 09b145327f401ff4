import { checkName } from '@gwanje/contract/names';
import { z } from 'zod';
import { type Board, type BoardBook, freeName, MOST_BOARDS, MOST_WIDGETS, type Widget } from './boards.ts';
import { tidied } from './layout.ts';

export const rotateChoices = [0, 10, 20, 30, 60, 120, 300, 600] as const;
export const DEFAULT_ROTATE_SECONDS = 30;

const Id = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);
const Whole = z.number().catch(0);
const KeptWidget = z.object({
  id: Id,
  kind: z.string().max(40),
  title: z.string().max(200).catch(''),
  place: z.object({ x: Whole, y: Whole, w: Whole, h: Whole }),
  settings: z.record(z.string(), z.unknown()).catch({}),
});
const KeptBoard = z.object({ id: Id, name: z.string().max(500), widgets: z.array(z.unknown()).catch([]) });
const Kept = z.object({
  boards: z.array(z.unknown()).catch([]),
  rotateSeconds: z.literal(rotateChoices).catch(DEFAULT_ROTATE_SECONDS),
});

/** Whatever can be understood of what was kept, put right; what cannot is left out, and never breaks the page. */
export function parseBoards(kept: unknown): BoardBook {
  const { boards, rotateSeconds } = Kept.catch({ boards: [], rotateSeconds: DEFAULT_ROTATE_SECONDS }).parse(
    kept,
  );
  let book: BoardBook = { boards: [], rotateSeconds };
  for (const candidate of boards.slice(0, MOST_BOARDS)) {
    const board = parseBoard(candidate);
    if (!board || book.boards.some(({ id }) => id === board.id)) continue;
    book = { ...book, boards: [...book.boards, { ...board, name: freeName(book, board.name) }] };
  }
  return book;
}

function parseBoard(kept: unknown): Board | undefined {
  const board = KeptBoard.safeParse(kept).data;
  if (!board) return undefined;
  const check = checkName(board.name);
  const widgets = new Map<string, Widget>();
  for (const candidate of board.widgets.slice(0, MOST_WIDGETS)) {
    const widget = KeptWidget.safeParse(candidate).data;
    if (widget && !widgets.has(widget.id)) widgets.set(widget.id, widget);
  }
  return { id: board.id, name: check.ok ? check.name : board.id, widgets: tidied([...widgets.values()]) };
}

export interface Merged {
  readonly book: BoardBook;
  /** Some of what was changed here gave way to what was changed elsewhere. */
  readonly hasLost: boolean;
}

/** What was changed here and elsewhere since both had `base`: board by board, and of one board that of elsewhere. */
export function merged(base: BoardBook, mine: BoardBook, theirs: BoardBook): Merged {
  const [before, here, there] = [base, mine, theirs].map(
    ({ boards }) => new Map(boards.map((one) => [one.id, one])),
  );
  let hasLost = false;
  const resolve = (id: string): Board | undefined => {
    const [old, own, other] = [before?.get(id), here?.get(id), there?.get(id)];
    if (same(own, other) || same(own, old)) return other;
    if (same(other, old)) return own;
    hasLost = true;
    return other;
  };
  const order = (book: BoardBook) => book.boards.map(({ id }) => id);
  const isMineOrdered = !same(order(mine), order(base)) && same(order(theirs), order(base));
  const ids = new Set(
    isMineOrdered ? [...order(mine), ...order(theirs)] : [...order(theirs), ...order(mine)],
  );
  let book: BoardBook = {
    boards: [],
    rotateSeconds: mine.rotateSeconds === base.rotateSeconds ? theirs.rotateSeconds : mine.rotateSeconds,
  };
  for (const id of ids) {
    const board = resolve(id);
    if (board && book.boards.length < MOST_BOARDS)
      book = { ...book, boards: [...book.boards, { ...board, name: freeName(book, board.name) }] };
  }
  return { book, hasLost };
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
