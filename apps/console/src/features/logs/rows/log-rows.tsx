import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { placeOf } from '../lines/line-store.ts';
import type { LogRow } from '../lines/log-row.ts';
import { RowLayout, rowAt, topOf } from '../lines/row-tops.ts';
import { LogRowView, type RowContext } from './log-row-view.tsx';
import classes from './log-rows.module.css';

/** The viewer follows the end, or stays at a row, however many rows come before it. */
export type Position = 'end' | { readonly row: LogRow; readonly offset: number };

interface LogRowsProps {
  readonly rows: readonly LogRow[];
  readonly context: RowContext;
  readonly position: Position;
  readonly onMove: (position: Position) => void;
  readonly frameRef: RefObject<HTMLDivElement | null>;
  /** Changes when the rows have other heights than before. */
  readonly layoutKey: string;
  readonly isWrapped: boolean;
}

export const ROW_PX = 20;
const MARK_PX = 28;
const OVERSCAN_PX = 300;
const FIRST_HEIGHT_PX = 600;
/** The end is reached a little before it, because browsers round. */
const END_PX = 4;
/** Shorter lines fit into every window, so they need no measurement. */
const SHORT_CHARS = 40;

/** Only the rows on screen exist in the document; the height of wrapped and expanded ones is measured. */
export function LogRows(props: LogRowsProps) {
  const { rows, context, position, onMove, frameRef, layoutKey, isWrapped } = props;
  const t = useT();
  const blockRef = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(FIRST_HEIGHT_PX);
  const heights = useHeights(layoutKey);
  const { isExpanded } = context;

  const isMeasured = (row: LogRow) =>
    row.kind === 'line' && (isExpanded(row) || (isWrapped && row.text.length > SHORT_CHARS));
  const heightOf = (row: LogRow) => {
    if (row.kind === 'mark') return MARK_PX;
    return isMeasured(row) ? (heights.map.get(row) ?? ROW_PX) : ROW_PX;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another one all heights may be different
  const layout = useMemo(() => new RowLayout<LogRow>(), [layoutKey, isExpanded]);
  const tops = layout.topsOf(rows, heightOf);
  const total = topOf(tops, rows.length);
  const end = Math.max(0, total - height);
  const top = Math.max(0, Math.min(end, topAt(position, rows, tops, end)));
  const first = rowAt(tops, top - OVERSCAN_PX);
  const last = rowAt(tops, top + height + OVERSCAN_PX);

  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setHeight(entry.contentRect.height);
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frameRef]);

  // Without dependencies: every render may have put other rows before the position.
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (frame && Math.abs(frame.scrollTop - top) >= 1) frame.scrollTop = top;
    layout.change(heights.measure(blockRef.current, rows.slice(first, last + 1).filter(isMeasured)));
  });

  function onScroll({ currentTarget }: UIEvent<HTMLElement>): void {
    const { scrollTop } = currentTarget;
    if (Math.abs(scrollTop - top) < 1) return;
    const index = rowAt(tops, scrollTop);
    const row = rows[index];
    // Only on the way down: a smooth scroll upwards begins within a few pixels of the end.
    if (scrollTop > top && scrollTop >= end - END_PX) onMove('end');
    else if (row) onMove({ row, offset: scrollTop - topOf(tops, index) });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a log is no form field
    <div
      ref={frameRef}
      className={classes.frame}
      data-wrap={isWrapped}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      role="region"
      aria-label={t('logs.lines')}
    >
      <div className={classes.all} style={{ height: total }}>
        <div
          ref={blockRef}
          className={classes.block}
          style={{ transform: `translateY(${topOf(tops, first)}px)` }}
        >
          {rows.slice(first, last + 1).map((row, at) => (
            <LogRowView key={row.seq} row={row} before={rows[first + at - 1]} context={context} />
          ))}
        </div>
      </div>
    </div>
  );
}

function topAt(position: Position, rows: readonly LogRow[], tops: Float64Array, end: number): number {
  if (position === 'end') return end;
  return topOf(tops, placeOf(rows, position.row)) + position.offset;
}

interface Heights {
  readonly map: WeakMap<LogRow, number>;
  /** Returns the rows with another height than before. The caller is rendered again for them. */
  readonly measure: (block: HTMLElement | null, rows: readonly LogRow[]) => readonly LogRow[];
}

/** The measured heights; they are forgotten when the layout changes. */
function useHeights(layoutKey: string): Heights {
  const [, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout begins with an empty map
  const map = useMemo(() => new WeakMap<LogRow, number>(), [layoutKey]);
  return {
    map,
    measure: (block, rows) => {
      if (!block) return [];
      const changed = rows.filter((row) => {
        const element = block.querySelector<HTMLElement>(`[data-seq="${row.seq}"]`);
        if (!element || map.get(row) === element.offsetHeight) return false;
        map.set(row, element.offsetHeight);
        return true;
      });
      if (changed.length > 0) setVersion((before) => before + 1);
      return changed;
    },
  };
}
