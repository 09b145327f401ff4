import { useSyncExternalStore } from 'react';
import type { TimeGrid } from './model/chart-data.ts';
import type { CursorStore } from './model/cursor-store.ts';
import { nearestIndex } from './model/time-grid.ts';

/** The point under the cursor: null is beside the data, undefined no cursor at all. Renders anew only when it is another one. */
export function useCursorIndex(store: CursorStore, grid: TimeGrid): number | null | undefined {
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get();
    return state ? nearestIndex(grid, state.atMs) : undefined;
  });
}
