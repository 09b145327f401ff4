import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PageTime } from '../object-frame.tsx';
import { seriesQuery, type Targets } from './series-queries.ts';

export type SeriesPair = ReturnType<typeof useSeries>;

/** The series of a page, and those of the day or week before. The last response stays until the next arrives. */
export function useSeries(
  targets: Targets,
  metrics: readonly string[],
  { window, shiftMs }: Pick<PageTime, 'window' | 'shiftMs'>,
) {
  const enabled = targets.length > 0 && metrics.length > 0;
  const now = useQuery({
    ...seriesQuery(targets, metrics, window),
    enabled,
    placeholderData: keepPreviousData,
  });
  const earlier = useQuery({
    ...seriesQuery(targets, metrics, { ...window, shiftMs: shiftMs ?? 0 }),
    enabled: enabled && shiftMs !== null,
    placeholderData: keepPreviousData,
  });
  return {
    /** Undefined until the first response. */
    data: now.data,
    error: now.error,
    retry: () => void now.refetch(),
    /** Undefined without a comparison, or until its response arrives. */
    earlier: shiftMs === null ? undefined : earlier.data?.answer,
    shiftMs,
  };
}
