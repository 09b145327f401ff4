import { useRef } from 'react';
import { ROWS_PER_FRAME } from './model/row-slots.ts';

/** The number of rows that may still render in this frame; a grid often renders several times per frame. */
export function useFrameBudget(): { readonly roomCnt: number; readonly take: (rowCnt: number) => void } {
  const frame = useRef({ atMs: Number.NEGATIVE_INFINITY, roomCnt: ROWS_PER_FRAME });
  // Reset by the next frame. Without frames (tests) there is no limit.
  const atMs = document.timeline?.currentTime;
  if (typeof atMs !== 'number') return { roomCnt: ROWS_PER_FRAME, take: () => undefined };
  const roomCnt = frame.current.atMs === atMs ? frame.current.roomCnt : ROWS_PER_FRAME;
  return {
    roomCnt,
    take: (rowCnt) => {
      frame.current = { atMs, roomCnt: Math.max(0, roomCnt - rowCnt) };
    },
  };
}
