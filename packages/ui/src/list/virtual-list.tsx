import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './virtual-list.module.css';

interface VirtualListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** In pixels, the same for all rows. */
  readonly rowHeight: number;
  readonly rowKey: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** A virtual list that grows at the top; the scroll position of a reader further down stays. */
export function VirtualList<Row>({ label, rows, rowHeight, rowKey, children }: VirtualListProps<Row>) {
  const frame = useRef<HTMLElement>(null);
  const firstSeen = useRef<{ readonly key: string; readonly offset: number } | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 6,
  });

  function note(): void {
    const top = frame.current?.scrollTop ?? 0;
    const row = rows[Math.floor(top / rowHeight)];
    firstSeen.current = top > 0 && row !== undefined ? { key: rowKey(row), offset: top % rowHeight } : null;
  }

  useLayoutEffect(() => {
    const seen = firstSeen.current;
    if (!seen || !frame.current) return;
    const index = rows.findIndex((row) => rowKey(row) === seen.key);
    if (index >= 0) frame.current.scrollTop = index * rowHeight + seen.offset;
  }, [rows, rowHeight, rowKey]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section ref={frame} className={classes.frame} onScroll={note} tabIndex={0} aria-label={label}>
      <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                key={key}
                className={classes.row}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
              >
                {children(row)}
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}
