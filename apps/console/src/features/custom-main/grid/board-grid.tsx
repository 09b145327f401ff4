import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Widget, WidgetAreas } from '../model/boards.ts';
import { COLUMN_CNT, type GridArea, inOrder, rowCnt, sameArea, withArea, within } from '../model/layout.ts';
import { minSizeOf } from '../widgets/registry.ts';
import classes from './board-grid.module.css';

interface BoardGridProps {
  readonly widgets: readonly Widget[];
  readonly isEditing: boolean;
  /** The rows of the board share the available height. */
  readonly fills?: boolean;
  readonly onArrange: (areas: WidgetAreas) => void;
  readonly onAnnounce: (widget: Widget, area: GridArea) => void;
  readonly children: (widget: Widget, grips: Grips) => ReactNode;
}

/** Twelve columns, any number of rows. Positions are percentages and CSS variables, so no size is measured. */
export function BoardGrid(props: BoardGridProps) {
  const { widgets, isEditing, fills = false, onArrange, onAnnounce, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const { shown, dragged, gripsOf } = useArrange({ root, widgets, onArrange, onAnnounce });
  // The document order is the reading order. It stays fixed in edit mode: moving an element would end the
  // drag or lose the focus.
  const order = useOrder(widgets, isEditing);
  const rows = rowCnt(shown);
  const style: CSSProperties & Record<'--rows', number> = { '--rows': rows };
  return (
    <div
      ref={root}
      className={`${classes.grid} ${isEditing ? classes.editing : ''} ${fills ? classes.fills : ''}`}
      style={style}
    >
      {order.map((id) => {
        const widget = shown.find((one) => one.id === id);
        if (!widget) return null;
        const isDragged = dragged?.id === id;
        return (
          <div
            key={id}
            className={`${classes.cell} ${isDragged ? classes.dragged : ''}`}
            data-widget={id}
            style={areaStyle(widget.area, isDragged ? dragged.offset : undefined)}
          >
            {children(widget, gripsOf(widget))}
          </div>
        );
      })}
      {dragged && <div className={classes.target} style={areaStyle(dragged.area)} aria-hidden="true" />}
    </div>
  );
}

function useOrder(widgets: readonly Widget[], isEditing: boolean): readonly string[] {
  const ids = inOrder(widgets).map(({ id }) => id);
  const [order, setOrder] = useState<readonly string[]>(ids);
  const isSame = isEditing && order.length === ids.length && ids.every((id) => order.includes(id));
  if (!isSame && order.join() !== ids.join()) setOrder(ids);
  return isSame ? order : ids;
}

function areaStyle(
  { x, y, w, h }: GridArea,
  offset?: { readonly x: number; readonly y: number },
): CSSProperties {
  const style: CSSProperties & Record<'--x' | '--y' | '--w' | '--h', number> = {
    '--x': x,
    '--y': y,
    '--w': w,
    '--h': h,
  };
  return offset ? { ...style, transform: `translate(${offset.x}px, ${offset.y}px)` } : style;
}

type Act = 'move' | 'size';

/** The event handlers of a widget's handles. */
export type Grips = ReturnType<ReturnType<typeof useArrange>['gripsOf']>;

interface Drag {
  readonly id: string;
  readonly act: Act;
  readonly from: GridArea;
  /** The positions when the drag began. Every move starts from them, so pushed widgets can return. */
  readonly base: readonly Widget[];
  readonly pageX: number;
  readonly pageY: number;
  readonly columnPx: number;
  readonly rowPx: number;
  readonly trial: readonly Widget[];
  readonly area: GridArea;
  readonly offset: { readonly x: number; readonly y: number };
}

interface ArrangeOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly widgets: readonly Widget[];
  readonly onArrange: (areas: WidgetAreas) => void;
  readonly onAnnounce: (widget: Widget, area: GridArea) => void;
}

const EDGE_PX = 56;
const SCROLL_PX = 14;

/** Moves and resizes widgets by pointer and keyboard, always from the positions when the drag began. */
function useArrange({ root, widgets, onArrange, onAnnounce }: ArrangeOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const keyBase = useRef<{ readonly id: string; readonly base: readonly Widget[] } | null>(null);

  useEffect(() => {
    if (!drag) return;
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(null);
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [drag]);

  function begin(event: PointerEvent<HTMLElement>, widget: Widget, act: Act): void {
    const cell = event.currentTarget.closest('[data-widget]');
    const grid = root.current;
    if (event.button !== 0 || !cell || !grid) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    const gapPx = Number.parseFloat(getComputedStyle(grid).getPropertyValue('--gap')) || 0;
    setDrag({
      id: widget.id,
      act,
      from: widget.area,
      base: widgets,
      pageX: event.pageX,
      pageY: event.pageY,
      columnPx: (grid.clientWidth + gapPx) / COLUMN_CNT,
      rowPx: (cell.getBoundingClientRect().height + gapPx) / widget.area.h,
      trial: widgets,
      area: widget.area,
      offset: { x: 0, y: 0 },
    });
  }

  function goOn(event: PointerEvent<HTMLElement>): void {
    if (!drag) return;
    scrollAtEdge(event.clientY);
    const x = event.pageX - drag.pageX;
    const y = event.pageY - drag.pageY;
    const columns = Math.round(x / drag.columnPx);
    const rows = Math.round(y / drag.rowPx);
    const kind = drag.base.find(({ id }) => id === drag.id)?.kind ?? '';
    const area = stepped(drag.from, drag.act, columns, rows, kind);
    setDrag({
      ...drag,
      area,
      trial: sameArea(area, drag.area) ? drag.trial : withArea(drag.base, drag.id, area),
      offset:
        drag.act === 'size'
          ? { x: 0, y: 0 }
          : {
              x: x - (area.x - drag.from.x) * drag.columnPx,
              y: y - (area.y - drag.from.y) * drag.rowPx,
            },
    });
  }

  function end(): void {
    if (!drag) return;
    setDrag(null);
    if (sameArea(drag.area, drag.from)) return;
    settle(drag.trial, drag.id);
  }

  function byKey(event: KeyboardEvent<HTMLElement>, widget: Widget): void {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (keyBase.current?.id !== widget.id) keyBase.current = { id: widget.id, base: widgets };
    const area = stepped(widget.area, event.shiftKey ? 'size' : 'move', step.x, step.y, widget.kind);
    if (sameArea(area, widget.area)) onAnnounce(widget, area);
    else settle(withArea(keyBase.current.base, widget.id, area), widget.id);
  }

  function settle(arranged: readonly Widget[], id: string): void {
    onArrange(new Map(arranged.map((widget) => [widget.id, widget.area])));
    const widget = arranged.find((one) => one.id === id);
    if (widget) onAnnounce(widget, widget.area);
  }

  function gripsOf(widget: Widget) {
    const pointer = (act: Act) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, widget, act),
      onPointerMove: goOn,
      onPointerUp: end,
      onLostPointerCapture: () => setDrag(null),
    });
    return {
      move: {
        ...pointer('move'),
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => byKey(event, widget),
        onBlur: () => {
          keyBase.current = null;
        },
      },
      size: pointer('size'),
    };
  }

  return { shown: drag?.trial ?? widgets, dragged: drag, gripsOf };
}

const steps: Readonly<Partial<Record<string, { readonly x: number; readonly y: number }>>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function stepped(from: GridArea, act: Act, columns: number, rows: number, kind: string): GridArea {
  if (act === 'move') return within({ ...from, x: from.x + columns, y: from.y + rows });
  const minSize = minSizeOf(kind);
  // A widget that is too wide for the columns on its right would be moved to the left.
  const w = Math.min(Math.max(from.w + columns, minSize.w), COLUMN_CNT - from.x);
  return within({ ...from, w, h: Math.max(from.h + rows, minSize.h) });
}

function scrollAtEdge(clientY: number): void {
  if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
  else if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
}
