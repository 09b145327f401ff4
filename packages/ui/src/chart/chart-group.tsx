import { createContext, type ReactNode, useContext, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { TimeGrid } from './model/chart-data.ts';
import { nearestIndex } from './model/time-grid.ts';

/** One instant that all charts of a group point at; null: no cursor. */
export type CursorStore = StoreApi<{
  readonly atMs: number;
  /** The chart that the pointer or the keyboard is in. */
  readonly source: string;
} | null>;

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

function createCursorStore(): CursorStore {
  return createStore(() => null);
}

/**
 * The point under the cursor: null is outside the data, undefined no cursor. Re-renders only when the point
 * changes.
 */
export function useCursorIndex(store: CursorStore, grid: TimeGrid): number | null | undefined {
  return useStore(store, (cursor) => (cursor ? nearestIndex(grid, cursor.atMs) : undefined));
}
