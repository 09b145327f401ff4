import { useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createStore, type StoreApi } from 'zustand';
import { apiQuery } from '#core/api/query.ts';
import type { ListAnswer, ListDeclaration } from '../define-list.ts';
import type { RowRange } from '../grid/grid-types.ts';
import type { ListBody, ListScope } from './list-address.ts';

const STALE_MS = 10_000;
/** The cache time of pages out of view. */
const KEPT_MS = 5_000;
/** The rows of a past instant do not change. */
const PAST_STALE_MS = 5 * 60_000;
const SCROLL_STOP_MS = 90;
/** A page that comes into view sooner than this after the last load waits until the scroll stops. */
const MIN_LOAD_GAP_MS = 200;

export type ListPages<Row> = ReturnType<typeof useListPages<Row>>;

interface Shown<Row> {
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly newest: ListAnswer<Row>;
  readonly atMs: number;
}

/** Loads the pages of a list that are in view. */
export function useListPages<Row>(
  { endpoint, changesWith }: Pick<ListDeclaration<Row>, 'endpoint' | 'changesWith'>,
  { params }: ListScope,
  body: ListBody,
  ranges: RangeStore,
) {
  const shownBefore = useRef<Shown<Row> | null>(null);
  const pages = usePagesToLoad(usePagesInView(ranges, shownBefore));
  const results = useQueries({
    queries: pages.map((pageNo) => ({
      ...apiQuery(
        endpoint,
        { params: { ...params, pageNo, pageCnt: ROWS_PER_PAGE }, body },
        body.at === undefined
          ? { staleMs: STALE_MS, ...(changesWith && { changesWith }) }
          : { staleMs: PAST_STALE_MS, changesWith: [] },
      ),
      gcTime: KEPT_MS,
    })),
  });

  const answered = results.flatMap(({ data, dataUpdatedAt }, at) =>
    data ? [{ pageNo: pages[at] ?? 1, data, atMs: dataUpdatedAt }] : [],
  );
  const newest = answered.toSorted((a, b) => b.atMs - a.atMs)[0];
  const present: Shown<Row> | null = newest
    ? {
        pages: new Map(answered.map(({ pageNo, data }) => [pageNo, data.list])),
        newest: newest.data,
        atMs: newest.atMs,
      }
    : null;
  const shown = present ?? shownBefore.current;
  useEffect(() => {
    if (present) shownBefore.current = present;
  });

  const failed = results.find(({ isError }) => isError);
  return {
    /** Undefined before the first response. */
    totalCnt: shown?.newest.totalCnt,
    rowAt: (index: number) => shown?.pages.get(pageOf(index))?.[index % ROWS_PER_PAGE],
    /** The server's and the browser's time of the newest answer. */
    answered: shown ? { serverTime: shown.newest.serverTime, atMs: shown.atMs } : undefined,
    loadedRows: shown ? [...shown.pages.values()].flat() : [],
    isTruncated: shown?.newest.isTruncated ?? false,
    /** No page in view is loaded yet: the rows are those of the previous conditions or position. */
    isWaiting: present === null && shown !== null,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}

/** The pages in view; re-renders only when they change. */
function usePagesInView<Row>(ranges: RangeStore, shown: RefObject<Shown<Row> | null>): readonly number[] {
  const text = useSyncExternalStore(ranges.subscribe, () => {
    const rowCnt = shown.current?.newest.totalCnt;
    return pagesOf(
      ranges.getState(),
      rowCnt === undefined ? undefined : Math.min(rowCnt, MAX_SCROLL_ROWS),
    ).join();
  });
  return useMemo(() => text.split(',').map(Number), [text]);
}

/** The next page loads at once; during a fast scroll only the page where it stops. */
function usePagesToLoad(inView: readonly number[]): readonly number[] {
  const [{ pages, atMs }, setLoading] = useState({ pages: inView, atMs: 0 });
  const inViewText = inView.join();
  const isSame = pages.join() === inViewText;
  const nowMs = performance.now();
  const isAtOnce = !isSame && isNear(inView, pages) && nowMs - atMs > MIN_LOAD_GAP_MS;
  if (isAtOnce) setLoading({ pages: inView, atMs: nowMs });
  useEffect(() => {
    if (isSame || isAtOnce) return undefined;
    const stopped = inViewText.split(',').map(Number);
    const timer = setTimeout(() => setLoading({ pages: stopped, atMs: performance.now() }), SCROLL_STOP_MS);
    return () => clearTimeout(timer);
  }, [isSame, isAtOnce, inViewText]);
  return isAtOnce ? inView : pages;
}

/** A screen needs at most two pages. */
const ROWS_PER_PAGE = 100;
/** Browsers limit the height of an element to about this many rows; a longer list must be filtered. */
export const MAX_SCROLL_ROWS = 400_000;
/** Rows before and after those in view that are loaded too. */
const AHEAD = 40;

/** The pages, from 1, that hold the rows in view and some around them. */
export function pagesOf({ first, last }: RowRange, rowCnt: number | undefined): number[] {
  const lastRow = Math.max(0, (rowCnt ?? ROWS_PER_PAGE) - 1);
  const from = pageOf(Math.min(Math.max(0, first - AHEAD), lastRow));
  const to = pageOf(Math.min(Math.max(first, last) + AHEAD, lastRow));
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function pageOf(index: number): number {
  return Math.floor(index / ROWS_PER_PAGE) + 1;
}

/** The user scrolled to an adjacent page, which loads at once. */
export function isNear(pages: readonly number[], before: readonly number[]): boolean {
  const first = pages[0] ?? 1;
  const last = pages.at(-1) ?? 1;
  return before.some((page) => page >= first - 1 && page <= last + 1);
}

/** The rows in view change with every frame of a scroll; only subscribers re-render. */
export type RangeStore = StoreApi<RowRange>;

export function useRangeStore(): RangeStore {
  return useState(() => createStore<RowRange>(() => ({ first: 0, last: 0 })))[0];
}
