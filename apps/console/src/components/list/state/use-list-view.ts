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
    const frame = list.current;
    if (!frame) return;
    const resized = new ResizeObserver(() => {
      const top = frame.getBoundingClientRect().top + window.scrollY;
      frame.style.setProperty('--list-top', `${Math.round(top)}px`);
    });
    // What is above the list may come and go, grow and shrink: a banner, a title on two lines.
    const changed = new MutationObserver(watch);
    function watch() {
      resized.disconnect();
      resized.observe(document.body);
      for (let one = frame; one?.parentElement; one = one.parentElement) {
        changed.observe(one.parentElement, { childList: true });
        for (const sibling of one.parentElement.children) if (sibling !== one) resized.observe(sibling);
      }
    }
    watch();
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [list]);
}

/** The newest sample among rows. */
export function newestDataMs<Row>(rows: readonly Row[], { dataAtOf }: ListDeclaration<Row>): number | null {
  if (!dataAtOf) return null;
  const times = rows.flatMap((row) => parseInstant(dataAtOf(row) ?? '') ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
