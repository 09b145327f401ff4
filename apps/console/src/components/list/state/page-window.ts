import type { RowRange } from '@gwanje/ui/list/model/grid-types';

/** Rows per page of the call; a screen needs at most two pages. */
export const LIST_PAGE_CNT = 100;
/** Browsers limit the height of an element to about this many rows; a longer list must be filtered. */
export const MAX_SCROLL_ROWS = 400_000;
/** Rows before and after those in view that are loaded too. */
const AHEAD = 40;

/** The pages, from 1, that hold the rows in view and some around them. */
export function pagesOf({ first, last }: RowRange, rowCnt: number | undefined): number[] {
  const lastRow = Math.max(0, (rowCnt ?? LIST_PAGE_CNT) - 1);
  const from = pageOf(Math.min(Math.max(0, first - AHEAD), lastRow));
  const to = pageOf(Math.min(Math.max(first, last) + AHEAD, lastRow));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function pageOf(index: number): number {
  return Math.floor(index / LIST_PAGE_CNT) + 1;
}

/** The user scrolled to an adjacent page, which loads at once. */
export function isNear(pages: readonly number[], before: readonly number[]): boolean {
  const first = pages[0] ?? 1;
  const last = pages.at(-1) ?? 1;
  return before.some((page) => page >= first - 1 && page <= last + 1);
}
