import { useEffect, useState } from 'react';
import type { StreamState } from './connection.ts';
import { useStream } from './stream.ts';

/** A stream that returns within this time is not shown as lost: it has moved to another server, and misses nothing. */
export const PATIENCE_MS = 8_000;

/** The state of the stream as the user sees it. */
export function useShownStreamState(): StreamState {
  const state = useStream((stream) => stream.state);
  // Null while the stream is down, so that an attempt to connect does not begin the time again.
  const settled = state === 'connecting' || state === 'lost' ? null : state;
  const [shown, setShown] = useState(state);
  useEffect(() => {
    if (settled !== null) return setShown(settled);
    const timer = setTimeout(() => setShown('lost'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  return shown;
}
