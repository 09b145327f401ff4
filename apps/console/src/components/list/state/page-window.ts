import type { RowRange } from '@gwanje/ui/list/model/grid-types';

/** Rows of a page of the call; large enough that a screen needs two of them. */
export const LIST_PAGE_CNT = 100;
/** Browsers draw no element higher than this many rows; who looks for more narrows the list. */
export const MAX_SCROLL_ROWS = 400_000;
/** Rows before and after those in sight that are asked for too. */
const AHEAD = 40;

/** The pages, from 1, that hold the rows in sight and a little around them. */
export function pagesOf({ first, last }: RowRange, rowCnt: number | undefined): number[] {
  const lastRow = Math.max(0, (rowCnt ?? LIST_PAGE_CNT) - 1);
  const from = pageOf(Math.min(Math.max(0, first - AHEAD), lastRow));
  const to = pageOf(Math.min(Math.max(first, last) + AHEAD, lastRow));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function pageOf(index: number): number {
  return Math.floor(index / LIST_PAGE_CNT) + 1;
}

/** Scrolled on, not dragged away: worth loading at once. */
export function isNear(pages: readonly number[], before: readonly number[]): boolean {
  const first = pages[0] ?? 1;
  const last = pages.at(-1) ?? 1;
  return before.some((page) => page >= first - 1 && page <= last + 1);
}
