import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { type HostId, ObjectId } from '@gwanje/contract/definition/ids';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import type { ChartData, ChartSeries, ChartValues } from '@gwanje/ui/chart/model/chart-data';
import { queryOptions } from '@tanstack/react-query';
import { resolveRange, type Span, type TimeRange } from '#components/range/range-choice.ts';
import { call } from '#core/api/client.ts';
import { apiKey } from '#core/api/query.ts';

export const chartScopes = ['cluster', 'node', 'pod'] as const;
export type ChartScope = (typeof chartScopes)[number];

interface SeriesQuestion {
  readonly scope: ChartScope;
  readonly metric: string;
  readonly span: Span;
  readonly cnt: number;
  readonly hostIds: readonly HostId[];
  /** All clusters of the selected groups, including clusters added later. */
  readonly isAll: boolean;
}

type SeriesAnswer = ResponseOf<typeof querySeries>;

export interface BoardSeries {
  readonly range: TimeRange;
  /** Null: there is no object to request. */
  readonly answer: SeriesAnswer | null;
}

const FRESH_MS = 10_000;
const MAX_POINTS = 480;
/** At most this many clusters are compared to find the largest. */
const MAX_CLUSTERS = 100;

/** The key is the span, not the instants: 'the last hour' stays the same query while time passes. */
export function boardSeriesQuery(question: SeriesQuestion, clockAheadMs: number) {
  return queryOptions({
    queryKey: [...apiKey(querySeries), 'board', question],
    queryFn: ({ signal }) => boardSeries(question, Date.now() + clockAheadMs, signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true },
  });
}

/** First requests the largest consumers if the server ranks them, then their series. */
async function boardSeries(
  { scope, metric, span, cnt, hostIds, isAll }: SeriesQuestion,
  nowMs: number,
  signal: AbortSignal,
): Promise<BoardSeries> {
  const range = resolveRange({ kind: 'last', span }, nowMs);
  const window = { from: new Date(range.fromMs).toISOString(), to: new Date(range.toMs).toISOString() };
  const ids =
    scope === 'cluster'
      ? hostIds.slice(0, MAX_CLUSTERS)
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

/** The `cnt` series with the largest averages, largest first. */
export function seriesData(answer: ResponseOf<typeof querySeries>, cnt: number): ChartData {
  const series: ChartSeries[] = answer.seriesList
    .map(({ id, name, avg, min, max }) => ({ key: String(id), label: name, avg, min, max }))
    .map((one) => ({ one, mean: meanOf(one.avg) }))
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, cnt)
    .map(({ one }) => one);
  return { startMs: Date.parse(answer.start), stepMs: answer.stepMs, pointCnt: answer.pointCnt, series };
}

function meanOf(values: ChartValues): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? -1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
