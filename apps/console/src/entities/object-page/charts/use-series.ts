import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TimeRange } from '#components/range/range-choice.ts';
import type { PageTime } from '../object-frame.tsx';
import { type SeriesAnswer, seriesQuery, type Targets } from './series-queries.ts';

export interface SeriesPair {
  /** Undefined until the first answer. */
  readonly data: { readonly range: TimeRange; readonly answer: SeriesAnswer } | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Undefined without a comparison, or until its answer arrives. */
  readonly earlier: SeriesAnswer | undefined;
  readonly shiftMs: number | null;
}

/** The series of a page, and those of the day or week before. The last answer stays until the next one. */
export function useSeries(
  targets: Targets,
  metrics: readonly string[],
  { window, shiftMs }: Pick<PageTime, 'window' | 'shiftMs'>,
): SeriesPair {
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
    data: now.data,
    error: now.error,
    retry: () => void now.refetch(),
    earlier: shiftMs === null ? undefined : earlier.data?.answer,
    shiftMs,
  };
}
