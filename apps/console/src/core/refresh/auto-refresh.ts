import { useEffect } from 'react';
import { queryClient } from '#core/api/query-client.ts';
import { refreshIntervalMs, useRefresh } from './refresh-store.ts';
import { noteRefresh } from './refreshed.ts';

/** What was answered so short a time ago, for whatever reason, is not asked for again because time has passed. */
const NEW_MS = 5_000;

/** Asks again for everything on screen. */
export async function refreshNow(): Promise<void> {
  noteRefresh();
  await queryClient.invalidateQueries({ refetchType: 'active' });
}

/** Asks again for what is on screen and not new; what is under way is left to arrive. */
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

/** Refreshes the page periodically while it can be seen. True for the pages that do so without being told. */
export function useAutoRefresh(isRefreshPage: boolean, refresh: () => void = refreshPage): void {
  const intervalMs = useRefresh((state) => refreshIntervalMs(state, isRefreshPage));
  useEffect(
    () => (intervalMs === null ? undefined : startRefreshing(intervalMs, refresh)),
    [intervalMs, refresh],
  );
}

/** Hidden, nothing is asked; seen again after the interval has passed, at once. Gives back the way to stop. */
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
