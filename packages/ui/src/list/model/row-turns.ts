import type { RowRange } from './grid-types.ts';

/** The elements of a row, used again for others: to make them anew, or to move them, takes most of a frame. */
export type Slot = number;

/** Rows that were drawn keep their slots, those that come take the slots of those that went. */
export function slotsOf(indexes: readonly number[], before: ReadonlyMap<number, Slot>): Map<number, Slot> {
  const kept = new Set(indexes.flatMap((index) => before.get(index) ?? []));
  let free = 0;
  return new Map(
    indexes.map((index) => {
      const own = before.get(index);
      if (own !== undefined) return [index, own];
      while (kept.has(free)) free++;
      return [index, free++];
    }),
  );
}

/** An element that is moved is laid out anew: so many are moved within one frame. */
export const MOVES_A_FRAME = 5;

/**
 * In which order the slots stand in the page: as the rows follow each other, for those who read or mark them; while
 * they rush past as they stand already. Once they rest a few of them are moved with every frame, each behind those that
 * it follows. `isBehind`: others wait for the next frame.
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
  // From the end: an element put behind others moves none of them.
  for (let at = order.length - 1; at >= 0; at--) {
    const slot = wanted[at];
    if (slot === undefined || order[at] === slot) continue;
    if (movedCnt++ === MOVES_A_FRAME) return { order, isBehind: true };
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

/** A whole screen of rows at once would take several frames' time; so many are drawn within one. */
export const ROWS_A_FRAME = 5;

/**
 * The indexes of the rows that are drawn now: those whose slot shows them already, and as many others as the frame has
 * room for, those in sight first. `isBehind`: others wait for the next frame.
 */
export function rowTurns<Row>(
  placed: readonly PlacedRow<Row>[],
  shownIn: (slot: Slot) => Row | undefined,
  { first, last }: RowRange,
  roomCnt: number,
): { readonly turns: ReadonlySet<number>; readonly newCnt: number; readonly isBehind: boolean } {
  const turns = new Set<number>();
  const isInSight = ({ index }: PlacedRow<Row>) => index >= first && index <= last;
  let newCnt = 0;
  let isBehind = false;
  for (const one of [...placed.filter(isInSight), ...placed.filter((other) => !isInSight(other))]) {
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
