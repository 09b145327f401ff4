import type { ResponseOf } from '@gwanje/contract/endpoint';
import { type HostId, ObjectId } from '@gwanje/contract/ids';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import { queryOptions } from '@tanstack/react-query';
import { resolveRange, type Span, type TimeRange } from '#components/range/range-choice.ts';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';

export const chartScopes = ['cluster', 'node', 'pod'] as const;
export type ChartScope = (typeof chartScopes)[number];

export interface SeriesQuestion {
  readonly scope: ChartScope;
  readonly metric: string;
  readonly span: Span;
  readonly cnt: number;
  readonly hostIds: readonly HostId[];
  /** Not only those of the selected groups that there are now, but all of them. */
  readonly isAll: boolean;
}

type SeriesAnswer = ResponseOf<typeof querySeries>;

export interface BoardSeries {
  readonly range: TimeRange;
  /** Null: there is nobody to ask for. */
  readonly answer: SeriesAnswer | null;
}

const FRESH_MS = 10_000;
const MAX_POINTS = 480;
/** The sums of so many clusters are looked through for the largest. */
const MOST_CLUSTERS = 100;

/** The span, not the instants, is the question: 'the last hour' stays the same while time goes on. */
export function boardSeriesQuery(question: SeriesQuestion, clockAheadMs: number) {
  return queryOptions({
    queryKey: [...apiKey(querySeries), 'board', question],
    queryFn: ({ signal }) => boardSeries(question, Date.now() + clockAheadMs, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

/** First who used most, where the server ranks them; then how it went with those. */
async function boardSeries(
  { scope, metric, span, cnt, hostIds, isAll }: SeriesQuestion,
  nowMs: number,
  signal: AbortSignal,
): Promise<BoardSeries> {
  const range = resolveRange({ kind: 'last', span }, nowMs);
  const window = { from: new Date(range.fromMs).toISOString(), to: new Date(range.toMs).toISOString() };
  const ids =
    scope === 'cluster'
      ? hostIds.slice(0, MOST_CLUSTERS)
      : (
          await call(queryTop, {
            body: {
              kind: scope,
              metric,
              ...window,
              limit: cnt,
              ...(isAll ? {} : { hostIdList: [...hostIds] }),
            },
            signal,
          })
        ).list.map(({ id }) => id);
  if (ids.length === 0) return { range, answer: null };
  const targets = ids.map((id) => ({ kind: scope, id: ObjectId.parse(id) }));
  const answer = await call(querySeries, {
    body: { targets, metrics: [metric], ...window, maxPoints: MAX_POINTS },
    signal,
  });
  return { range, answer };
}
