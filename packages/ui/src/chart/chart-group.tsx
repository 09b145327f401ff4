import { createContext, type ReactNode, useContext, useState } from 'react';
import { type CursorStore, createCursorStore } from './model/cursor-store.ts';

const GroupCursor = createContext<CursorStore | null>(null);

/** Charts inside point at the same instant. */
export function ChartGroup({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createCursorStore);
  return <GroupCursor value={store}>{children}</GroupCursor>;
}

/** The group's cursor, or the chart's own without a group. */
export function useCursorStore(): CursorStore {
  const [own] = useState(createCursorStore);
  return useContext(GroupCursor) ?? own;
}
