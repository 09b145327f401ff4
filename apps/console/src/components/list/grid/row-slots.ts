import type { RowRange } from './grid-types.ts';

/** The DOM elements of a row, reused for other rows: creating or moving them takes most of a frame. */
export type Slot = number;

/** A moved element needs a layout, so one frame moves at most this many. */
export const MOVES_PER_FRAME = 5;

/**
 * The DOM order of the slots. At rest it is the order of the rows, for screen readers and text selection;
 * during a fast scroll it stays as it is. After the scroll each frame moves a few slots. `isBehind`: others
 * wait for the next frame.
 */
export function slotOrder(
  slots: ReadonlyMap<number, Slot>,
  before: readonly Slot[],
  isMoving: boolean,
): { readonly order: readonly Slot[]; readonly isBehind: boolean } {
  const wanted = [...slots].sort(([a], [b]) => a - b).map(([, slot]) => slot);
  const present = new Set(wanted);
  const standing = before.filter((slot) => present.has(slot));
  const known = new Set(standing);
  const order = [...standing, ...wanted.filter((slot) => !known.has(slot))];
  if (isMoving) return { order, isBehind: false };
  let movedCnt = 0;
  // From the end: appending an element does not move the others.
  for (let at = order.length - 1; at >= 0; at--) {
    const slot = wanted[at];
    if (slot === undefined || order[at] === slot) continue;
    if (movedCnt++ === MOVES_PER_FRAME) return { order, isBehind: true };
    order.splice(order.indexOf(slot), 1);
    order.splice(at, 0, slot);
  }
  return { order, isBehind: false };
}

export interface PlacedRow<Row> {
  readonly slot: Slot;
  readonly index: number;
  /** Undefined: not loaded. */
  readonly row: Row | undefined;
}

/** A whole screen of rows would take several frames, so one frame renders at most this many. */
export const ROWS_PER_FRAME = 5;

/**
 * The indexes of the rows to render now: those that already have a slot, and as many others as the frame
 * allows, visible ones first. `isBehind`: others wait for the next frame.
 */
export function rowsToRender<Row>(
  placed: readonly PlacedRow<Row>[],
  shownIn: (slot: Slot) => Row | undefined,
  { first, last }: RowRange,
  roomCnt: number,
): { readonly turns: ReadonlySet<number>; readonly newCnt: number; readonly isBehind: boolean } {
  const turns = new Set<number>();
  const isVisible = ({ index }: PlacedRow<Row>) => index >= first && index <= last;
  let newCnt = 0;
  let isBehind = false;
  for (const one of [...placed.filter(isVisible), ...placed.filter((other) => !isVisible(other))]) {
    if (one.row === undefined) continue;
    const isShown = shownIn(one.slot) === one.row;
    if (!isShown && newCnt === roomCnt) {
      isBehind = true;
      continue;
    }
    if (!isShown) newCnt++;
    turns.add(one.index);
  }
  return { turns, newCnt, isBehind };
}
