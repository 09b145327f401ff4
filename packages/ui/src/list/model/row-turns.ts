import type { RowRange } from './grid-types.ts';

/** Places of rows on screen, used again for others: making elements anew takes most of a frame. */
export type Slot = number | 'aside';

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
