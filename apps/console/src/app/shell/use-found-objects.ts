import { search } from '@gwanje/contract/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#shared/api/query.ts';
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

/** Whoever types on cancels the question before. */
export function useFoundObjects(text: string): FoundObjects {
  const wanted = text.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(search, { query: { q: asked } }, { staleMs: FRESH_MS }),
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
    isLooking: wanted !== '' && (isFetching || isBehind) && !error,
    error: asked === wanted && wanted !== '' ? error : null,
    retry: () => void refetch(),
  };
}
