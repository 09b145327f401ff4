import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import type { TimeGrid } from './model/chart-data.ts';
import { nearestIndex } from './model/time-grid.ts';

const GroupCursor = createContext<CursorStore | null>(null);

/** The charts inside share one cursor. */
export function ChartGroup({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createCursorStore);
  return <GroupCursor value={store}>{children}</GroupCursor>;
}

/** The cursor of the group. A chart outside a group has a cursor for itself. */
export function useCursorStore(): CursorStore {
  const [own] = useState(createCursorStore);
  return useContext(GroupCursor) ?? own;
}

interface CursorState {
  readonly atMs: number;
  /** The chart that the pointer or the keyboard is in. */
  readonly source: string;
}

export interface CursorStore {
  readonly get: () => CursorState | null;
  readonly set: (state: CursorState | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** One instant that all charts of a page point at. */
export function createCursorStore(): CursorStore {
  let current: CursorState | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (state) => {
      if (state?.atMs === current?.atMs && state?.source === current?.source) return;
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/**
 * The point under the cursor: null is outside the data, undefined no cursor. Re-renders only when the point
 * changes.
 */
export function useCursorIndex(store: CursorStore, grid: TimeGrid): number | null | undefined {
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get();
    return state ? nearestIndex(grid, state.atMs) : undefined;
  });
}
