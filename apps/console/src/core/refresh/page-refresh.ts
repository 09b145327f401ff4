import { refreshIntervalsMs } from '@gwanje/domain/constants/intervals';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { queryClient } from '#core/api/query-client.ts';
import { onStreamEvent, useStream } from '#core/stream/stream.ts';
import { changesOf, followFetches, isOutdated, markOutdated, queriesOnScreen } from './outdated-queries.ts';
import { useRefresh } from './refresh-store.ts';

interface NewerData {
  /** True if the refresh is off and data on screen is outdated. */
  readonly exists: boolean;
  /** True if an alarm was raised since the last refresh. */
  readonly hasAlarm: boolean;
}

/** A polling page refetches an answer of this age although the stream reported no change. */
const SILENT_INTERVALS = 10;

const NONE: NewerData = { exists: false, hasAlarm: false };
export const useNewerData = create<NewerData>()(() => NONE);

/** Refetches the outdated queries on screen; called when the user asks. */
export async function refreshOutdated(): Promise<void> {
  await refetch(queriesOnScreen().filter(isOutdated));
}

/** Refetches the queries on screen whose last request failed. */
export async function refreshFailed(): Promise<void> {
  await refetch(queriesOnScreen().filter(({ state }) => state.status === 'error'));
}

async function refetch(queries: readonly Query[]): Promise<void> {
  const wanted = new Set(queries);
  const filter = { type: 'active', predicate: (query: Query) => wanted.has(query) } as const;
  await queryClient.refetchQueries(filter, { cancelRefetch: false });
}

/** Keeps the page up to date at the interval of the header. `isRefreshPage`: the page polls by default. */
export function usePageRefresh(isRefreshPage: boolean): void {
  const { choice, isChosen } = useRefresh();
  const intervalMs = refreshIntervalsMs[choice];
  const isPolling = isRefreshPage || isChosen;
  useEffect(() => startRefreshing(intervalMs, isPolling), [intervalMs, isPolling]);
}

/**
 * Refetches an outdated query as soon as its answer is older than the interval, so that a burst of events causes one
 * request. Null: sends no request and reports that newer data exists. A hidden page waits until it is visible. A polling
 * page also refetches failed queries, queries whose changes the stream does not report, and all while the stream is
 * down. It refetches old answers about samples and states too: a silent cluster sends no events, but ages and the ends of
 * charts change with the clock. Returns a stop function.
 */
export function startRefreshing(intervalMs: number | null, isPolling: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPlanning = false;
  let isStopped = false;

  /** How many intervals after its last answer the query is refetched; null: it is not. */
  function intervalsOf(query: Query): number | null {
    if (query.state.fetchStatus === 'fetching') return null;
    const shortest = Math.min(...query.observers.map(({ options }) => options.meta?.everyIntervals ?? 1));
    if (isOutdated(query)) return shortest;
    if (!isPolling || intervalMs === null) return null;
    const changes = changesOf(query);
    if (query.state.status === 'error' || changes === undefined) return shortest;
    if (changes.size > 0 && useStream.getState().state !== 'connected') return shortest;
    return changes.has('sample') || changes.has('state') ? Math.max(shortest, SILENT_INTERVALS) : null;
  }

  function plan(): void {
    isPlanning = false;
    clearTimeout(timer);
    if (isStopped) return;
    const wanted = queriesOnScreen().filter((query) => intervalsOf(query) !== null);
    if (intervalMs === null) report(wanted.length > 0);
    if (intervalMs === null || document.hidden || wanted.length === 0) return;
    const dueMs = Math.min(...wanted.map((query) => dueMsOf(query, intervalMs)));
    timer = setTimeout(() => run(intervalMs), Math.max(0, dueMs - Date.now()));
  }

  /** A failed request counts as the last one. */
  function dueMsOf(query: Query, everyMs: number): number {
    const { dataUpdatedAt, errorUpdatedAt } = query.state;
    return (
      Math.max(dataUpdatedAt, errorUpdatedAt) + (intervalsOf(query) ?? Number.POSITIVE_INFINITY) * everyMs
    );
  }

  /** After the running task: many queries change at once. */
  function planSoon(): void {
    if (!isPlanning) queueMicrotask(plan);
    isPlanning = true;
  }

  function run(everyMs: number): void {
    const nowMs = Date.now();
    void refetch(queriesOnScreen().filter((query) => dueMsOf(query, everyMs) <= nowMs));
  }

  const stops = [
    onStreamEvent((event) => {
      markOutdated(event);
      if (event.type === 'alarm' && intervalMs === null) useNewerData.setState({ hasAlarm: true });
      plan();
    }),
    queryClient.getQueryCache().subscribe((event) => {
      followFetches(event);
      planSoon();
    }),
    useStream.subscribe(plan),
  ];
  document.addEventListener('visibilitychange', plan);
  plan();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', plan);
    useNewerData.setState(NONE);
  };
}

function report(exists: boolean): void {
  if (useNewerData.getState().exists !== exists) useNewerData.setState(exists ? { exists } : NONE);
}
