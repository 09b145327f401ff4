import { useCallbackRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { GridHead } from './grid-head.tsx';
import { GridCells, GridRow } from './grid-row.tsx';
import { indexAfterKey, visibleRows } from './model/grid-keys.ts';
import {
  CHECK_WIDTH,
  type GridColumn,
  type GridHandle,
  ROW_HEIGHT,
  type VirtualGridProps,
} from './model/grid-types.ts';
import { type PlacedRow, rowsToRender, type Slot, slotOrder, slotsOf } from './model/row-slots.ts';
import { useFrameBudget } from './use-frame-budget.ts';
import classes from './virtual-grid.module.css';

const OVERSCAN = 4;
/** After this long without a scroll event the scroll has ended. */
const REST_MS = 400;

interface Standing {
  readonly slots: ReadonlyMap<number, Slot>;
  readonly order: readonly Slot[];
}

interface SlotContent<Row> {
  readonly row: Row;
  readonly columns: readonly GridColumn<Row>[];
  readonly cells: ReactNode;
}

/**
 * A virtual grid: renders only the rows in view and reports their range through `onRangeChange`. It knows no server; order,
 * filters and selection are props.
 */
export function VirtualGrid<Row>({ ref, ...props }: VirtualGridProps<Row> & { ref?: Ref<GridHandle> }) {
  const { columns, rowCnt, rowAt, rowKey, selection, onRangeChange, texts } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const [preview, setPreview] = useState<Readonly<Record<string, number>> | null>(null);
  const hasFocus = useRef(false);
  const wantsFocus = useRef(false);

  const virtualizer = useVirtualizer({
    count: rowCnt,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    useFlushSync: false,
    isScrollingResetDelay: REST_MS,
    // The focused row stays rendered, or the focus would be lost.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
      if (activeIndex < from && hasFocus.current) shown.unshift(activeIndex);
      if (activeIndex > to && activeIndex < count && hasFocus.current) shown.push(activeIndex);
      return shown;
    },
  });

  const items = virtualizer.getVirtualItems();
  const { first, last } = visibleRows(
    virtualizer.scrollOffset ?? 0,
    virtualizer.scrollRect?.height ?? 0,
    rowCnt,
  );
  useEffect(() => onRangeChange({ first, last }), [first, last, onRangeChange]);

  useImperativeHandle(ref, () => ({
    scrollTo: (index, align = index === 0 ? 'start' : 'auto') => {
      setActiveIndex(index);
      virtualizer.scrollToIndex(index, { align });
    },
  }));

  // The row that the focus moved to, or that replaced the focused row after a refresh.
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body;
    if (!wantsFocus.current && !isLost) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const isFixed = props.isFixed || preview !== null;
  const widths = columns.map(({ id, width }) => preview?.[id] ?? width);
  const tracks = widths.map((width) => (isFixed ? `${width}px` : `minmax(${width}px, ${width}fr)`));
  const style: CSSProperties & Record<'--grid-columns', string> = {
    height: virtualizer.getTotalSize(),
    width: `max(100%, ${widths.reduce((sum, width) => sum + width, selection ? CHECK_WIDTH : 0)}px)`,
    '--grid-columns': [
      ...(selection ? [`${CHECK_WIDTH}px`] : []),
      ...tracks,
      ...(isFixed ? ['1fr'] : []),
    ].join(' '),
  };

  // After a refresh the focus follows its row while that is in view.
  const activeKey = useRef<string | null>(null);
  const activeRow = rowCnt === 0 ? undefined : rowAt(activeIndex);
  useLayoutEffect(() => {
    if (!hasFocus.current || activeRow === undefined) return;
    const key = rowKey(activeRow);
    const isSame = activeKey.current === null || activeKey.current === key || wantsFocus.current;
    const moved = isSame ? undefined : items.find(({ index }) => isRow(index, activeKey.current))?.index;
    if (moved === undefined) activeKey.current = key;
    else {
      wantsFocus.current = true;
      setActiveIndex(moved);
    }
  });
  function isRow(index: number, key: string | null): boolean {
    const row = rowAt(index);
    return row !== undefined && rowKey(row) === key;
  }

  function moveTo(index: number) {
    wantsFocus.current = true;
    setActiveIndex(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = indexOf(event.target);
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const isOnRow = event.target instanceof HTMLElement && event.target.tagName === 'TR';
    // A control inside the row handles its own keys; the arrows lead back to the rows.
    if (!isOnRow && event.key !== 'ArrowDown' && event.key !== 'ArrowUp' && event.key !== 'Escape') return;
    const pageRows = Math.max(1, last - first);
    const target = event.key === 'Escape' ? at : indexAfterKey(event.key, at, { rowCnt, pageRows });
    const row = rowAt(at);
    if (event.key === 'Escape' && isOnRow) return;
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' && row !== undefined && props.onOpen) props.onOpen(row);
    else if (event.key === ' ' && row !== undefined && selection) selection.onToggle(row, at, event.shiftKey);
    else if (event.key === 'ContextMenu' && row !== undefined && props.onMenu) {
      const button = event.currentTarget.querySelector<HTMLElement>(
        `[data-index="${at}"] [data-action="menu"]`,
      );
      if (button) props.onMenu(row, button);
    } else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent) {
    const at = indexOf(event.target);
    const row = at === undefined ? undefined : rowAt(at);
    if (at === undefined || row === undefined || !(event.target instanceof Element)) return;
    const control = event.target.closest<HTMLElement>('[data-action]');
    if (control?.dataset.action === 'select') selection?.onToggle(row, at, event.shiftKey);
    else if (control?.dataset.action === 'copy') props.onCopy?.(row, control);
    else if (control?.dataset.action === 'menu') props.onMenu?.(row, control);
    else if (event.target.closest('a, button, input, label') === null && !hasSelectedText()) {
      if (event.shiftKey && selection) selection.onToggle(row, at, true);
      else props.onOpen?.(row);
    }
  }

  const onToggleAll = useCallbackRef(() => selection?.onToggleHead());
  const isAside = useScrolledAside(scroller);
  const standing = useRef<Standing>({ slots: new Map(), order: [] });
  const slots = slotsOf(
    items.map(({ index }) => index),
    standing.current.slots,
  );
  const { order, isBehind: isUnsorted } = slotOrder(slots, standing.current.order, virtualizer.isScrolling);
  const placed = items.map(({ index, start }): PlacedRow<Row> & { readonly start: number } => ({
    slot: slots.get(index) ?? 0,
    index,
    start,
    row: rowAt(index),
  }));
  const before = useRef<ReadonlyMap<Slot, SlotContent<Row>>>(new Map());
  const contents = new Map<Slot, SlotContent<Row>>();
  const room = useFrameBudget();
  // A change of cell content only may wait for its frame; a change of columns may not.
  const shape = columns.map(({ id }) => id).join();
  const shapeBefore = useRef(shape);
  const { turns, newCnt, isBehind } = rowsToRender(
    placed,
    (slot) => {
      const held = before.current.get(slot);
      return held?.columns === columns ? held.row : undefined;
    },
    { first, last },
    shapeBefore.current === shape ? room.roomCnt : rowCnt,
  );
  useLayoutEffect(() => {
    room.take(newCnt);
    shapeBefore.current = shape;
    before.current = contents;
    standing.current = { slots, order };
  });
  const [, drawOn] = useReducer((drawnCnt: number) => drawnCnt + 1, 0);
  useEffect(() => {
    if (!isBehind && !isUnsorted) return undefined;
    const request = requestAnimationFrame(drawOn);
    return () => cancelAnimationFrame(request);
  });

  function drawRow({ slot, index, start, row }: (typeof placed)[number]) {
    const isActive = index === Math.min(activeIndex, rowCnt - 1);
    const isSelected = selection && row !== undefined && selection.isSelected(row);
    const isMenuOpen = row !== undefined && props.openMenuKey !== null && props.openMenuKey === rowKey(row);
    const cells = { columns, isSelected, isActive, isMenuOpen, texts };
    const buttons = { hasCopy: props.onCopy !== undefined, hasMenu: props.onMenu !== undefined };
    const held = before.current.get(slot);
    const content =
      row !== undefined && turns.has(index)
        ? { row, columns, cells: <GridCells row={row} {...cells} {...buttons} /> }
        : held;
    if (content) contents.set(slot, content);
    // Until its frame comes a slot may show an older state of the same row, but never another row.
    const isOwn = row !== undefined && content !== undefined && rowKey(content.row) === rowKey(row);
    const isPicture = props.isUnanswered === true;
    return (
      <GridRow
        key={slot}
        index={index}
        top={start}
        isSelected={isSelected}
        isActive={isActive}
        isMuted={row !== undefined && (props.isMuted?.(row) ?? false)}
        isClickable={props.onOpen !== undefined}
        isMenuOpen={isMenuOpen}
        isBusy={!isOwn}
        isHeld={!isOwn && !isPicture}
      >
        {isPicture ? <GridCells row={undefined} {...cells} {...buttons} /> : content?.cells}
      </GridRow>
    );
  }

  return (
    <div className={`${classes.scroller} ${isAside ? classes.scrolledAside : ''}`} ref={scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus in turn, as a grid's do
        role="grid"
        className={classes.content}
        style={style}
        aria-label={props.label}
        aria-rowcount={rowCnt + 1}
        aria-colcount={columns.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={props.isWaiting === true}
      >
        <thead className={classes.headGroup}>
          <GridHead
            columns={columns}
            sort={props.sort}
            onSortChange={props.onSortChange}
            onFilter={props.onFilter}
            onWidthsChange={props.onWidthsChange}
            onWidthsPreview={setPreview}
            selected={selection?.head}
            onToggleAll={onToggleAll}
            texts={texts}
          />
        </thead>
        <tbody
          className={`${classes.body} ${props.isWaiting ? classes.waiting : ''}`}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            hasFocus.current = true;
            const at = indexOf(event.target);
            const row = at === undefined ? undefined : rowAt(at);
            activeKey.current = row === undefined ? null : rowKey(row);
            if (at !== undefined && at !== activeIndex) setActiveIndex(at);
          }}
          onBlur={(event) => {
            // Removed rows send no blur event. A window in the background keeps its focus.
            const isOfWindow = document.activeElement === event.target;
            if (!isOfWindow && !event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
          }}
        >
          {inOrder(placed, order).map(drawRow)}
        </tbody>
      </table>
    </div>
  );
}

function inOrder<Placed extends { readonly slot: Slot }>(placed: readonly Placed[], order: readonly Slot[]) {
  const bySlot = new Map(placed.map((one) => [one.slot, one]));
  return order.flatMap((slot) => bySlot.get(slot) ?? []);
}

function indexOf(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset.index) : undefined;
}

/** The user is selecting text, which is not a click on the row. */
function hasSelectedText(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}

function useScrolledAside(scroller: { readonly current: HTMLElement | null }): boolean {
  const [isAside, setAside] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => setAside(element.scrollLeft > 0);
    // Read before the rows render: reading it afterwards would force a layout.
    const options = { passive: true, capture: true };
    element.addEventListener('scroll', onScroll, options);
    return () => element.removeEventListener('scroll', onScroll, options);
  }, [scroller]);
  return isAside;
}
