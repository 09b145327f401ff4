import { search } from '@gwanje/kinds/calls/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#core/api/query.ts';
import { type FoundObject, stillFound } from './palette-objects.ts';

/** Long enough to type on, too short to wait for. */
const PAUSE_MS = 120;
const FRESH_MS = 5_000;

export interface FoundObjects {
  /** In the order of the server, best first; clusters apart, which the console knows itself. */
  readonly list: readonly FoundObject[];
  readonly totalCnt: number;
  /** What is there may not be all yet. */
  readonly isLooking: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What the palette shows at most. */
const LIMIT = 50;

/**
 * Whoever types on cancels the question before. What is there now is answered from memory; what is gone is asked for
 * beside it, and keeps nobody waiting when the database is slow.
 */
export function useFoundObjects(text: string): FoundObjects {
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const present = useSearch(asked, wanted, 'without');
  const gone = useSearch(asked, wanted, 'only');
  const list = useMemo(() => [...present.list, ...gone.list].slice(0, LIMIT), [present.list, gone.list]);
  const error = present.error ?? gone.error;
  return {
    list,
    totalCnt: present.totalCnt + gone.totalCnt,
    isLooking: (present.isLooking || gone.isLooking) && !error,
    error: asked === wanted && wanted !== '' ? error : null,
    retry() {
      present.retry();
      gone.retry();
    },
  };
}

function useSearch(asked: string, wanted: string, gone: 'without' | 'only'): FoundObjects {
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
