import type { GridHandle } from '@gwanje/ui/list/model/grid-types';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { RangeStore } from './range-store.ts';

const MAX_KEPT = 100;
/** The first row in view, by history entry and list; the oldest entries are dropped. */
const firstRows = new Map<string, number>();

/** Restores the scroll position when the user returns with the back button. */
export function useScrollMemory(
  listName: string,
  ranges: RangeStore,
  grid: RefObject<GridHandle | null>,
  isAnswered: boolean,
): void {
  const step = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  const key = `${step} ${listName}`;
  const isRestored = useRef(false);
  useEffect(() => {
    if (!isAnswered || step === undefined) return;
    const first = firstRows.get(key) ?? 0;
    if (!isRestored.current && first > 0) grid.current?.scrollTo(first, 'start');
    isRestored.current = true;
    return ranges.subscribe(() => remember(key, ranges.get().first));
  }, [key, step, isAnswered, ranges, grid]);
}

function remember(key: string, first: number): void {
  firstRows.delete(key);
  firstRows.set(key, first);
  const [oldest] = firstRows.keys();
  if (firstRows.size > MAX_KEPT && oldest !== undefined) firstRows.delete(oldest);
}
