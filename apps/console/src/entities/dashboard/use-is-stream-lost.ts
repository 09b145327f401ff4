import { useEffect, useState } from 'react';
import { useStream } from '#core/stream/stream.ts';

/** A connection that returns within this time is not reported as lost. */
const PATIENCE_MS = 8_000;

export function useIsStreamLost(): boolean {
  const isDown = useStream(({ state }) => state !== 'connected');
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    if (!isDown) return setIsLost(false);
    const timer = setTimeout(() => setIsLost(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return isLost;
}
