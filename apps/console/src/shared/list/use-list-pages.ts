import type { RowRange } from '@gwanje/ui/list/model/grid-types';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiQuery } from '#shared/api/query.ts';
import type { ListAnswer, ListEndpoint } from './define-list.ts';
import type { ListBody, ListScope } from './list-request.ts';
import { isNear, LIST_PAGE_CNT, MAX_SCROLL_ROWS, pageOf, pagesOf } from './page-window.ts';

const STALE_MS = 10_000;
/** Pages out of sight are let go: a list holds what it shows. */
const KEPT_MS = 5_000;
/** Of the past nothing changes. */
const PAST_STALE_MS = 5 * 60_000;
const CALM_MS = 90;

export interface ListPages<Row> {
  /** Undefined: nothing has been answered yet. */
  readonly totalCnt: number | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  /** Of the newest answer: the server's time then, and the browser's. */
  readonly answered: { readonly serverTime: string; readonly atMs: number } | undefined;
  readonly loadedRows: readonly Row[];
  readonly isTruncated: boolean;
  /** The rows are still those of the conditions before. */
  readonly isWaiting: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

interface Shown<Row> {
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  readonly newest: ListAnswer<Row>;
  readonly atMs: number;
}

/** The pages of a list that are in sight, loaded as one scrolls. */
export function useListPages<Row>(
  endpoint: ListEndpoint<Row>,
  { params }: ListScope,
  body: ListBody,
  range: RowRange,
): ListPages<Row> {
  const shownBefore = useRef<Shown<Row> | null>(null);
  const rowCnt = shownBefore.current?.newest.totalCnt;
  const pages = useCalmPages(
    pagesOf(range, rowCnt === undefined ? undefined : Math.min(rowCnt, MAX_SCROLL_ROWS)),
  );
  const results = useQueries({
    queries: pages.map((pageNo) => ({
      ...apiQuery(
        endpoint,
        { params: { ...params, pageNo, pageCnt: LIST_PAGE_CNT }, body },
        { staleMs: body.at === undefined ? STALE_MS : PAST_STALE_MS },
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
    totalCnt: shown?.newest.totalCnt,
    rowAt: (index) => shown?.pages.get(pageOf(index))?.[index % LIST_PAGE_CNT],
    answered: shown ? { serverTime: shown.newest.serverTime, atMs: shown.atMs } : undefined,
    loadedRows: shown ? [...shown.pages.values()].flat() : [],
    isTruncated: shown?.newest.isTruncated ?? false,
    isWaiting: present === null && shown !== null,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}

/** The next page is asked for at once; while someone drags through thousands, only where they stop. */
function useCalmPages(wanted: readonly number[]): readonly number[] {
  const [pages, setPages] = useState(wanted);
  const wantedText = wanted.join();
  const isSame = pages.join() === wantedText;
  const isAtOnce = !isSame && isNear(wanted, pages);
  if (isAtOnce) setPages(wanted);
  useEffect(() => {
    if (isSame || isAtOnce) return undefined;
    const timer = setTimeout(() => setPages(wantedText.split(',').map(Number)), CALM_MS);
    return () => clearTimeout(timer);
  }, [isSame, isAtOnce, wantedText]);
  return isAtOnce ? wanted : pages;
}
