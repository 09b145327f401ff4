import { search } from '@gwanje/kinds/calls/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#core/api/query.ts';
import type { FoundObject } from './recent-places.ts';

/** The pause in typing after which the search is sent. */
const PAUSE_MS = 120;
const FRESH_MS = 5_000;

export type FoundObjects = ReturnType<typeof useFoundObjects>;

/** While the next response loads: the previous results that still match. */
export function stillFound(list: readonly FoundObject[], text: string): FoundObject[] {
  const part = text.trim().toLowerCase();
  return list.filter(({ name }) => name.toLowerCase().includes(part));
}

/** The maximum number of objects in the palette. */
const LIMIT = 50;

/**
 * Typing on cancels the previous search. Existing objects are searched in the server's memory; deleted ones in a second
 * call, so that a slow database delays only those.
 */
export function useFoundObjects(text: string) {
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const present = useSearch(asked, wanted, 'without');
  const gone = useSearch(asked, wanted, 'only');
  const list = useMemo(() => [...present.list, ...gone.list].slice(0, LIMIT), [present.list, gone.list]);
  const error = present.error ?? gone.error;
  return {
    /** The server's best matches first; without clusters, which the console searches itself. */
    list,
    totalCnt: present.totalCnt + gone.totalCnt,
    /** True while a request is running. */
    isLooking: (present.isLooking || gone.isLooking) && !error,
    error: asked === wanted && wanted !== '' ? error : null,
    retry() {
      present.retry();
      gone.retry();
    },
  };
}

function useSearch(asked: string, wanted: string, gone: 'without' | 'only') {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(search, { query: { q: asked, gone } }, { staleMs: FRESH_MS }),
    enabled: asked !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  });
  const isBehind = asked !== wanted || isPlaceholderData;
  const list = useMemo(() => {
    if (!data || wanted === '') return [];
    const objects = data.list.filter(({ kind }) => kind !== 'cluster');
    return isBehind ? stillFound(objects, wanted) : objects;
  }, [data, wanted, isBehind]);
  return {
    list,
    totalCnt: isBehind ? list.length : (data?.totalCnt ?? 0),
    isLooking: wanted !== '' && (isFetching || isBehind),
    error,
    retry: () => void refetch(),
  };
}
