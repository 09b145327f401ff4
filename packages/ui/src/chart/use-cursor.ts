import { useSyncExternalStore } from 'react';
import type { TimeGrid } from './model/chart-data.ts';
import type { CursorStore } from './model/cursor-store.ts';
import { nearestIndex } from './model/time-grid.ts';

/** The point under the cursor: null is outside the data, undefined no cursor. Re-renders only when the point changes. */
export function useCursorIndex(store: CursorStore, grid: TimeGrid): number | null | undefined {
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get();
    return state ? nearestIndex(grid, state.atMs) : undefined;
  });
}
