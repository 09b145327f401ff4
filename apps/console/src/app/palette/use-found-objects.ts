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
  const searchText = text.trim();
  const [debouncedText] = useDebouncedValue(searchText, PAUSE_MS);
  const existing = useSearch(debouncedText, searchText, 'without');
  const deleted = useSearch(debouncedText, searchText, 'only');
  const list = useMemo(
    () => [...existing.list, ...deleted.list].slice(0, LIMIT),
    [existing.list, deleted.list],
  );
  const error = existing.error ?? deleted.error;
  return {
    /** The server's best matches first; without clusters, which the console searches itself. */
    list,
    totalCnt: existing.totalCnt + deleted.totalCnt,
    /** True while a request is running. */
    isSearching: (existing.isSearching || deleted.isSearching) && !error,
    error: debouncedText === searchText && searchText !== '' ? error : null,
    retry() {
      existing.retry();
      deleted.retry();
    },
  };
}

function useSearch(debouncedText: string, searchText: string, gone: 'without' | 'only') {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(search, { query: { q: debouncedText, gone } }, { staleMs: FRESH_MS }),
    enabled: debouncedText !== '' && searchText !== '',
    placeholderData: keepPreviousData,
  });
  const isOutdated = debouncedText !== searchText || isPlaceholderData;
  const list = useMemo(() => {
    if (!data || searchText === '') return [];
    const objects = data.list.filter(({ kind }) => kind !== 'cluster');
    return isOutdated ? stillFound(objects, searchText) : objects;
  }, [data, searchText, isOutdated]);
  return {
    list,
    totalCnt: isOutdated ? list.length : (data?.totalCnt ?? 0),
    isSearching: searchText !== '' && (isFetching || isOutdated),
    error,
    retry: () => void refetch(),
  };
}
