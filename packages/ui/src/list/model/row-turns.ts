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

/**
 * In which order the slots stand in the page: as the rows follow each other, for those who read or mark them; while
 * they rush past as they stand already, since every element that is moved is laid out anew.
 */
export function slotOrder(
  slots: ReadonlyMap<number, Slot>,
  before: readonly Slot[],
  isMoving: boolean,
): readonly Slot[] {
  const byIndex = [...slots].sort(([a], [b]) => a - b).map(([, slot]) => slot);
  if (!isMoving) return byIndex;
  const present = new Set(byIndex);
  const standing = before.filter((slot) => present.has(slot));
  const known = new Set(standing);
  return [...standing, ...byIndex.filter((slot) => !known.has(slot))];
}

export interface PlacedRow<Row> {
  readonly slot: Slot;
  readonly index: number;
  /** Undefined: not loaded. */
  readonly row: Row | undefined;
}

/** A whole screen of rows at once would take several frames' time; so many are drawn within one. */
export const ROWS_A_FRAME = 8;

/**
 * The indexes of the rows that are drawn now: those whose slot shows them already, and as many others as a frame has
 * time for, those in sight first. `isBehind`: others wait for the next frame.
 */
export function rowTurns<Row>(
  placed: readonly PlacedRow<Row>[],
  shownIn: (slot: Slot) => Row | undefined,
  { first, last }: RowRange,
): { readonly turns: ReadonlySet<number>; readonly isBehind: boolean } {
  const turns = new Set<number>();
  const isInSight = ({ index }: PlacedRow<Row>) => index >= first && index <= last;
  let newCnt = 0;
  let isBehind = false;
  for (const one of [...placed.filter(isInSight), ...placed.filter((other) => !isInSight(other))]) {
    if (one.row === undefined) continue;
    const isShown = shownIn(one.slot) === one.row;
    if (!isShown && newCnt === ROWS_A_FRAME) {
      isBehind = true;
      continue;
    }
    if (!isShown) newCnt++;
    turns.add(one.index);
  }
  return { turns, isBehind };
}
