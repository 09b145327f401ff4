import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { LongName } from '../list/long-name.tsx';
import { initialSize, observeSize, scrollUnlessThere } from './observed-size.ts';
import { treeKeyAction } from './tree-keys.ts';
import classes from './virtual-tree.module.css';

/** One visible row of the flattened tree. */
export interface TreeRow {
  readonly key: string;
  readonly label: string;
  readonly level: number;
  readonly icon: IconName;
  /** The text on hover, for example with the namespace. */
  readonly title?: string;
  /** Colour and label of the dot before the name; absent: no state. */
  readonly state?: { readonly colour: string; readonly label: string } | undefined;
  /** A number at the end of the row, and what it counts. */
  readonly count?: { readonly text: string; readonly label: string } | undefined;
  /** Undefined: no children. */
  readonly isOpen?: boolean | undefined;
  /** A plain link, so that a middle click opens a new tab; absent: the row only groups others. */
  readonly href?: string | undefined;
}

interface VirtualTreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly selectedKey: string | null;
  readonly onFollow: (row: TreeRow) => void;
  readonly onToggle: (row: TreeRow) => void;
}

const ROW_PX = 28;

export function VirtualTree({ label, rows, selectedKey, onFollow, onToggle }: VirtualTreeProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    initialRect: initialSize(),
    observeElementRect: observeSize,
    scrollToFn: scrollUnlessThere,
  });
  const indexOf = (key: string | null) => rows.findIndex((row) => row.key === key);
  const activeIndex = Math.max(0, indexOf(activeKey ?? selectedKey));

  const reveal = useEffectEvent((key: string) => {
    const index = indexOf(key);
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
    // A selection from elsewhere scrolls into view; a click in the tree keeps the scroll position.
    if (index >= 0 && !(index > startIndex && index < endIndex))
      virtualizer.scrollToIndex(index, { align: 'center' });
  });
  const isThere = selectedKey !== null && indexOf(selectedKey) >= 0;
  useEffect(() => {
    if (selectedKey !== null && isThere) reveal(selectedKey);
  }, [selectedKey, isThere]);

  function moveTo(index: number): void {
    const row = rows[index];
    if (!row) return;
    setActiveKey(row.key);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    // The row may render only after the scroll.
    requestAnimationFrame(() => {
      scrollRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
    });
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const action = treeKeyAction(event.key, rows, index);
    const row = rows[index];
    if (!action || !row) return;
    event.preventDefault();
    if (action.kind === 'move') moveTo(action.index);
    else if (action.kind === 'toggle') onToggle(row);
    else if (row.href) onFollow(row);
    else onToggle(row);
  }

  function follow(event: MouseEvent, row: TreeRow): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setActiveKey(row.key);
    if (row.href) onFollow(row);
    else onToggle(row);
  }

  return (
    <div ref={scrollRef} className={classes.scroll}>
      <div
        role="tree"
        aria-label={label}
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={row.key}
              role="treeitem"
              className={classes.row}
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: 4 + (row.level - 1) * 16 }}
              data-index={index}
              tabIndex={index === activeIndex ? 0 : -1}
              aria-level={row.level}
              aria-selected={row.key === selectedKey}
              aria-expanded={row.isOpen}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {row.isOpen === undefined ? (
                <span className={classes.twist} />
              ) : (
                <button
                  type="button"
                  className={classes.twist}
                  tabIndex={-1}
                  aria-hidden="true"
                  onClick={() => onToggle(row)}
                >
                  <Icon name={row.isOpen ? 'mdi-chevron-down' : 'mdi-chevron-right'} size={14} />
                </button>
              )}
              <a
                className={classes.link}
                href={row.href}
                title={row.title ?? row.label}
                tabIndex={-1}
                onClick={(event) => follow(event, row)}
              >
                {row.state && (
                  <span className={classes.dot} data-colour={row.state.colour} aria-hidden="true" />
                )}
                <Icon name={row.icon} size={15} className={classes.icon} />
                <bdi className={classes.label}>
                  <LongName text={row.label} />
                </bdi>
                {row.state && <VisuallyHidden>{` ${row.state.label}`}</VisuallyHidden>}
                {row.count && (
                  <span className={classes.count} title={row.count.label}>
                    <span aria-hidden="true">{row.count.text}</span>
                    <VisuallyHidden>{row.count.label}</VisuallyHidden>
                  </span>
                )}
              </a>
            </div>
          );
        })}
      </div>
    </div>
  );
}
