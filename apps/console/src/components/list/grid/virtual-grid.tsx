import { assignSlots } from '@gwanje/ui/slots';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
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
import { useT } from '#core/i18n/i18n.ts';
import type { ListDeclaration } from '../define-list.ts';
import { GridCells } from './grid-cells.tsx';
import { GridHead, type GridHeadProps } from './grid-head.tsx';
import {
  type GridColumn,
  type GridHandle,
  type GridSelection,
  PHONE,
  PHONE_ROW_HEIGHT,
  ROW_HEIGHT,
  type RowRange,
} from './grid-types.ts';
import { indexAfterKey } from './row-keys.ts';
import { type PlacedRow, ROWS_PER_FRAME, rowsToRender, type Slot, slotOrder } from './row-slots.ts';
import classes from './virtual-grid.module.css';

const CHECK_WIDTH = 36;
/** What a telephone shows of the second column, as a sign that there are more. */
const PHONE_REST = 24;
const MIN_PHONE_WIDTH = 200;
const OVERSCAN = 4;
/** After this long without a scroll event the scroll has ended. */
const REST_MS = 400;

interface VirtualGridProps<Row>
  extends Pick<GridHeadProps<Row>, 'columns' | 'sort' | 'onSortChange' | 'onFilter' | 'onWidthsChange'> {
  readonly ref: Ref<GridHandle>;
  readonly declaration: Pick<
    ListDeclaration<Row>,
    'title' | 'rowKey' | 'nameOf' | 'deletedAtOf' | 'isCriticalOf'
  >;
  /** The user set the widths, so the columns do not stretch. */
  readonly isFixed: boolean;
  readonly rowCnt: number;
  /** Undefined: not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly onRangeChange: (range: RowRange) => void;
  readonly selection: GridSelection<Row> | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onCopy: (row: Row) => void;
  /** Undefined: the rows have neither a menu nor a copy button. */
  readonly onMenu: ((row: Row, button: HTMLElement) => void) | undefined;
  /** The row whose menu is open. */
  readonly menuRow: Row | undefined;
  /** The rows belong to the previous conditions until the new ones are loaded. */
  readonly isWaiting: boolean;
  /** Nothing is loaded yet: the rows are skeletons. */
  readonly isUnanswered: boolean;
}

interface Standing {
  readonly slots: ReadonlyMap<number, Slot>;
  readonly order: readonly Slot[];
}

interface SlotContent<Row> {
  readonly row: Row;
  readonly columns: readonly GridColumn<Row>[];
  readonly cells: ReactNode;
}

/** Renders only the rows in view and reports their range through `onRangeChange`. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { declaration, columns, rowCnt, rowAt, selection, onRangeChange } = props;
  const { rowKey, nameOf, deletedAtOf, isCriticalOf } = declaration;
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeIndex, setActiveIndex] = useState(0);
  const [preview, setPreview] = useState<Readonly<Record<string, number>> | null>(null);
  const hasFocus = useRef(false);
  const wantsFocus = useRef(false);

  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const rowHeight = isPhone ? PHONE_ROW_HEIGHT : ROW_HEIGHT;

  const virtualizer = useVirtualizer({
    count: rowCnt,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    useFlushSync: false,
    isScrollingResetDelay: REST_MS,
    // The focused row stays rendered, or the focus would be lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const isAway = hasFocus.current && activeIndex < range.count && !shown.includes(activeIndex);
      return isAway ? [...shown, activeIndex].sort((a, b) => a - b) : shown;
    },
  });

  const items = virtualizer.getVirtualItems();
  const { first, last } = visibleRows(
    virtualizer.scrollOffset ?? 0,
    virtualizer.scrollRect?.height ?? 0,
    rowCnt,
    rowHeight,
  );
  const measuredHeight = useRef(rowHeight);
  useEffect(() => {
    if (measuredHeight.current === rowHeight) return;
    measuredHeight.current = rowHeight;
    virtualizer.measure();
  });
  useEffect(() => onRangeChange({ first, last }), [first, last, onRangeChange]);

  useImperativeHandle(props.ref, () => ({
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
  const screenWidth = (virtualizer.scrollRect?.width ?? 0) - (selection ? CHECK_WIDTH : 0) - PHONE_REST;
  const widths = columns.map(({ id, width }, at) =>
    isPhone && at === 0 ? Math.max(screenWidth, MIN_PHONE_WIDTH) : (preview?.[id] ?? width),
  );
  const tracks = widths.map((width) => (isFixed ? `${width}px` : `minmax(${width}px, ${width}fr)`));
  const style: CSSProperties & Record<'--grid-columns' | '--row-height', string> = {
    '--row-height': `${rowHeight}px`,
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
    else if (control?.dataset.action === 'copy') props.onCopy(row);
    else if (control?.dataset.action === 'menu') props.onMenu?.(row, control);
    else if (event.target.closest('a, button, input, label') === null && !hasSelectedText()) {
      if (event.shiftKey && selection) selection.onToggle(row, at, true);
      else props.onOpen?.(row);
    }
  }

  const menuKey = props.menuRow === undefined ? null : rowKey(props.menuRow);
  const onToggleAll = useCallbackRef(() => selection?.onToggleHead());
  const isAside = useScrolledAside(scroller);
  const standing = useRef<Standing>({ slots: new Map(), order: [] });
  const slots = assignSlots(
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
    const isMenuOpen = row !== undefined && menuKey === rowKey(row);
    const hasMenu = props.onMenu !== undefined;
    const cells = { columns, nameOf, isSelected, isActive, isMenuOpen, hasMenu, isPhone };
    const held = before.current.get(slot);
    const content =
      row !== undefined && turns.has(index)
        ? { row, columns, cells: <GridCells row={row} {...cells} /> }
        : held;
    if (content) contents.set(slot, content);
    // Until its frame comes a slot may show an older state of the same row, but never another row.
    const isOwn = row !== undefined && content !== undefined && rowKey(content.row) === rowKey(row);
    // A hidden slot waits for reuse.
    const isHeld = !isOwn && !props.isUnanswered;
    const states = isHeld
      ? [classes.held]
      : [
          isSelected && classes.selected,
          row !== undefined && deletedAtOf && deletedAtOf(row) !== null && classes.muted,
          row !== undefined && isCriticalOf?.(row) && classes.critical,
          props.onOpen && isOwn && classes.clickable,
          isMenuOpen && classes.menuOpen,
        ];
    return (
      <tr
        key={slot}
        className={[classes.row, ...states].filter(Boolean).join(' ')}
        style={{ transform: `translateY(${start}px)` }}
        data-index={index}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        aria-busy={!isOwn}
        tabIndex={isActive ? 0 : -1}
      >
        {props.isUnanswered ? <GridCells row={undefined} {...cells} /> : content?.cells}
      </tr>
    );
  }

  return (
    <div className={`${classes.scroller} ${isAside ? classes.scrolledAside : ''}`} ref={scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus in turn, as a grid's do
        role="grid"
        className={classes.content}
        style={style}
        aria-label={t(declaration.title)}
        aria-rowcount={rowCnt + 1}
        aria-colcount={columns.length + (selection ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={props.isWaiting}
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

/** The number of rows that may still render in this frame; a grid often renders several times per frame. */
function useFrameBudget(): { readonly roomCnt: number; readonly take: (rowCnt: number) => void } {
  const frame = useRef({ atMs: Number.NEGATIVE_INFINITY, roomCnt: ROWS_PER_FRAME });
  // Reset by the next frame. Without frames (tests) there is no limit.
  const atMs = document.timeline?.currentTime;
  if (typeof atMs !== 'number') return { roomCnt: ROWS_PER_FRAME, take: () => undefined };
  const roomCnt = frame.current.atMs === atMs ? frame.current.roomCnt : ROWS_PER_FRAME;
  return {
    roomCnt,
    take: (rowCnt) => {
      frame.current = { atMs, roomCnt: Math.max(0, roomCnt - rowCnt) };
    },
  };
}

/** The rows that are visible, at least in part, below the sticky header. */
export function visibleRows(
  scrollTop: number,
  height: number,
  rowCnt: number,
  rowHeight = ROW_HEIGHT,
): RowRange {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight));
  const bottom = Math.ceil((scrollTop + height - ROW_HEIGHT) / rowHeight) - 1;
  const last = Math.min(rowCnt - 1, Math.max(first, bottom));
  return { first: Math.min(first, Math.max(0, last)), last };
}
