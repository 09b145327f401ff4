import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { useEffect, useEffectEvent } from 'react';
import { useGroups } from '#core/groups/group-store.ts';
import { hintGate } from './hint-gate.ts';
import { followStream, onStreamEvent } from './stream.ts';

/** Keeps one connection open across pages, so that no page misses an event. */
export function useFollowStream(): void {
  const subGroupIds = useGroups((state) => state.selectedSubGroupIds);
  useEffect(() => (subGroupIds.length === 0 ? undefined : followStream(subGroupIds)), [subGroupIds]);
}

const EVERY_MS = 5_000;

/** Refreshes when the stream reports a change of something on the page, at most every 5 seconds by default. */
export function useStreamHints(
  concerns: (event: StreamEvent) => boolean,
  refresh: () => void,
  everyMs = EVERY_MS,
): void {
  const isConcerned = useEffectEvent((event: StreamEvent) => event.type === 'reset' || concerns(event));
  const go = useEffectEvent(refresh);
  useEffect(() => {
    const gate = hintGate(everyMs, () => go());
    const stop = onStreamEvent((event) => {
      if (isConcerned(event)) gate.hint();
    });
    return () => {
      stop();
      gate.close();
    };
  }, [everyMs]);
}
