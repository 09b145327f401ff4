import { createContext, useContext } from 'react';

/** How far the server's clock is ahead of this browser's; null until it is known. Data carries the server's time. */
export const BoardClock = createContext<number | null>(null);

export function useClockAheadMs(): number | null {
  return useContext(BoardClock);
}
