import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { useEffect, useEffectEvent } from 'react';
import { hintGate } from './hint-gate.ts';
import { onStreamEvent } from './stream.ts';

const EVERY_MS = 5_000;

/** Refreshes, at most every 5 seconds unless said, when the stream tells of something that the page shows. */
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
