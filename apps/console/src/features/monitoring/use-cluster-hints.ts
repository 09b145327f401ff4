import { useEffect } from 'react';
import { useGroups } from '#shared/groups/group-store.ts';
import { refreshNow } from '#shared/refresh/auto-refresh.ts';
import { followStream, onStreamEvent } from '#shared/stream/stream.ts';

/** A rollout changes something every second; asking that often would help nobody. */
const AT_MOST_EVERY_MS = 5_000;

/** Asks again for what is on screen when the stream says that something in the cluster changed. */
export function useClusterHints(hostId: number | undefined): void {
  const subGroupIds = useGroups((state) => state.selectedSubGroupIds);
  useEffect(() => (subGroupIds.length === 0 ? undefined : followStream(subGroupIds)), [subGroupIds]);
  useEffect(() => {
    if (hostId === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Date.now();
    const stop = onStreamEvent((event) => {
      if (event.type !== 'reset' && event.hostId !== hostId) return;
      if (timer !== undefined || document.hidden) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          lastMs = Date.now();
          void refreshNow();
        },
        Math.max(0, lastMs + AT_MOST_EVERY_MS - Date.now()),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [hostId]);
}
