import { parseInstant } from '@gwanje/domain/formats/time';
import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListDeclaration } from '../define-list.ts';
import type { GridHandle } from '../grid/grid-types.ts';
import type { RangeStore } from './use-list-pages.ts';

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
    return ranges.subscribe(({ first: row }) => remember(key, row));
  }, [key, step, isAnswered, ranges, grid]);
}

function remember(key: string, first: number): void {
  firstRows.delete(key);
  firstRows.set(key, first);
  const [oldest] = firstRows.keys();
  if (firstRows.size > MAX_KEPT && oldest !== undefined) firstRows.delete(oldest);
}

const STEP_MS = 5_000;

/** The server time, updated in steps: a page that arrives during a scroll must not re-render all rows. */
export function useSteppedTime(serverMs: number): number {
  const [steadyMs, setSteadyMs] = useState(serverMs);
  const isFar = Math.abs(serverMs - steadyMs) >= STEP_MS;
  if (isFar) setSteadyMs(serverMs);
  return isFar ? serverMs : steadyMs;
}

/** The list fills the window below its top, which its style sheet reads as `--list-top`. */
export function useFillHeight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function measure() {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
      list.current?.style.setProperty('--list-top', `${Math.round(top)}px`);
    }
    measure();
    // The content above may grow and shrink: a title on two lines, a banner.
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
}

/** The newest sample among rows. */
export function newestDataMs<Row>(rows: readonly Row[], { dataAtOf }: ListDeclaration<Row>): number | null {
  if (!dataAtOf) return null;
  const times = rows.flatMap((row) => parseInstant(dataAtOf(row) ?? '') ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
