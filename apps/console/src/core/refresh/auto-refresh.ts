import { useEffect } from 'react';
import { queryClient } from '#core/api/query-client.ts';
import { noteRefresh, refreshIntervalMs, useRefresh } from './refresh-store.ts';

/** The periodic refresh skips queries that are younger than this. */
const NEW_MS = 5_000;

/** Refetches every query on screen. */
export async function refreshNow(): Promise<void> {
  noteRefresh();
  await queryClient.invalidateQueries({ refetchType: 'active' });
}

/** Refetches the queries on screen that are not fresh and not already fetching. */
export async function refreshOld(): Promise<void> {
  noteRefresh();
  const newSinceMs = Date.now() - NEW_MS;
  await queryClient.invalidateQueries(
    {
      refetchType: 'active',
      predicate: ({ state }) => state.isInvalidated || state.dataUpdatedAt <= newSinceMs,
    },
    { cancelRefetch: false },
  );
}

/** Refreshes the page periodically while it is visible. `isRefreshPage`: the page refreshes by default. */
export function useAutoRefresh(isRefreshPage: boolean, refresh: () => void = refreshPage): void {
  const intervalMs = useRefresh((state) => refreshIntervalMs(state, isRefreshPage));
  useEffect(
    () => (intervalMs === null ? undefined : startRefreshing(intervalMs, refresh)),
    [intervalMs, refresh],
  );
}

/** A hidden page refreshes when it becomes visible, if the interval has passed. Returns a stop function. */
export function startRefreshing(intervalMs: number, refresh: () => void): () => void {
  let dueMs = Date.now() + intervalMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(fire, Math.max(0, dueMs - Date.now()));
  }

  function fire(): void {
    dueMs = Date.now() + intervalMs;
    refresh();
    plan();
  }

  document.addEventListener('visibilitychange', plan);
  plan();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', plan);
  };
}

function refreshPage(): void {
  void refreshOld();
}
