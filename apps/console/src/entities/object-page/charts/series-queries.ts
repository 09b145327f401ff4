import { listEvents } from '@gwanje/contract/clusters/events';
import type { BodyIn, Endpoint, ResponseOf } from '@gwanje/contract/definition/endpoint';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import { queryOptions } from '@tanstack/react-query';
import { type RangeChoice, resolveRange, type TimeRange } from '#components/range/range-choice.ts';
import { call } from '#core/api/client.ts';
import { apiKey, type Refreshing } from '#core/api/query.ts';

export type Targets = BodyIn<typeof querySeries>['targets'];
export type SeriesAnswer = ResponseOf<typeof querySeries>;
export type EventRow = ResponseOf<typeof listEvents>['list'][number];

/** The maximum number of points: more than one per pixel is not visible, and coarser buckets load faster. */
const MAX_POINTS = 720;
const FRESH_MS = 10_000;
const MAX_EVENTS = 200;

/**
 * The time a chart covers. The choice, not the instants, is the query key: 'the last hour' stays the same
 * query while time passes, and each request covers the hour before it.
 */
export interface Window {
  readonly choice: RangeChoice;
  /** The end of a span: null is now, else the time of the object's last data. */
  readonly endMs: number | null;
  /** How far the server's clock is ahead of this browser's; data carries the server's time. */
  readonly clockAheadMs: number;
  /** How far the window is moved into the past, for a comparison. */
  readonly shiftMs?: number;
}

export function rangeOf({ choice, endMs, clockAheadMs, shiftMs = 0 }: Window, nowMs: number): TimeRange {
  const { fromMs, toMs } = resolveRange(choice, endMs ?? nowMs + clockAheadMs);
  return { fromMs: fromMs - shiftMs, toMs: toMs - shiftMs };
}

/** A query for what happened in the window. */
export function windowQuery<Answer>(
  endpoint: Endpoint,
  what: object,
  window: Window,
  load: (range: TimeRange, signal: AbortSignal) => Promise<Answer>,
  refreshing: Refreshing,
) {
  const { choice, endMs, shiftMs = 0 } = window;
  return queryOptions({
    queryKey: [...apiKey(endpoint), { ...what, choice, endMs, shiftMs }],
    queryFn: ({ signal }) => load(rangeOf(window, Date.now()), signal),
    staleTime: FRESH_MS,
    meta: { isOfGroups: true, ...refreshing },
  });
}

/** One more sample moves a chart by less than a pixel. */
export const seriesRefreshing = { changesWith: ['sample'], everyIntervals: 2 } as const;

export function seriesQuery(targets: Targets, metrics: readonly string[], window: Window) {
  const load = async (range: TimeRange, signal: AbortSignal) => {
    const body = { targets, metrics: [...metrics], ...isoOf(range), maxPoints: MAX_POINTS };
    return { range, answer: await call(querySeries, { body, signal }) };
  };
  return windowQuery(querySeries, { targets, metrics }, window, load, seriesRefreshing);
}

type TopBody = Omit<BodyIn<typeof queryTop>, '_method' | 'from' | 'to'>;

export function topQuery(what: TopBody, window: Window) {
  const load = (range: TimeRange, signal: AbortSignal) =>
    call(queryTop, { body: { ...what, ...isoOf(range) }, signal });
  // The ranking follows the averages of the range, which change slowly.
  return windowQuery(queryTop, what, window, load, { changesWith: ['sample'], everyIntervals: 10 });
}

type EventFilter = NonNullable<BodyIn<typeof listEvents>['filter']>;

/** The newest events of an object, or of a cluster, in the window. */
export function eventsQuery(filter: Omit<EventFilter, 'lastAt'>, window: Window, limit = MAX_EVENTS) {
  const load = (range: TimeRange, signal: AbortSignal) => {
    const body = { filter: { ...filter, lastAt: isoOf(range) } };
    return call(listEvents, { params: { pageNo: 1, pageCnt: limit }, body, signal });
  };
  return windowQuery(listEvents, { filter, limit }, window, load, { changesWith: ['event'] });
}

export function isoOf({ fromMs, toMs }: TimeRange) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}
