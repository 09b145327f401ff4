import { useRef } from 'react';
import { ROWS_A_FRAME } from './model/row-turns.ts';

/** How many rows may still be drawn in this frame: a grid is often drawn several times before the next one. */
export function useFrameRoom(): { readonly roomCnt: number; readonly take: (rowCnt: number) => void } {
  const frame = useRef({ atMs: Number.NEGATIVE_INFINITY, roomCnt: ROWS_A_FRAME });
  // The same until the next frame begins. Where there are no frames there is always room.
  const atMs = document.timeline?.currentTime;
  if (typeof atMs !== 'number') return { roomCnt: ROWS_A_FRAME, take: () => undefined };
  const roomCnt = frame.current.atMs === atMs ? frame.current.roomCnt : ROWS_A_FRAME;
  return {
    roomCnt,
    take: (rowCnt) => {
      frame.current = { atMs, roomCnt: Math.max(0, roomCnt - rowCnt) };
    },
  };
}
