import { useWindowEvent } from '@mantine/hooks';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
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
  readonly onAnnounce: (widget: Widget) => void;
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
  readonly pageX: number;
  readonly pageY: number;
  readonly columnPx: number;
  readonly rowPx: number;
  /** How far the pointer has moved, in pixels. */
  readonly x: number;
  readonly y: number;
}

type ArrangeOptions = Pick<BoardGridProps, 'widgets' | 'onArrange' | 'onAnnounce'> & {
  readonly root: RefObject<HTMLElement | null>;
};

const EDGE_PX = 56;
const SCROLL_PX = 14;

/** Moves and resizes widgets by pointer and keyboard. Every step begins with the positions before the drag. */
function useArrange({ root, widgets, onArrange, onAnnounce }: ArrangeOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const keyBase = useRef<{ readonly id: string; readonly base: readonly Widget[] } | null>(null);
  const dragged = drag && draggedOf(drag, widgets);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setDrag(null);
  });

  function begin(event: PointerEvent<HTMLElement>, { id, area }: Widget, act: Act): void {
    const cell = event.currentTarget.closest('[data-widget]');
    const grid = root.current;
    if (event.button !== 0 || !cell || !grid) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    const gapPx = Number.parseFloat(getComputedStyle(grid).getPropertyValue('--gap')) || 0;
    const columnPx = (grid.clientWidth + gapPx) / COLUMN_CNT;
    const rowPx = (cell.getBoundingClientRect().height + gapPx) / area.h;
    setDrag({ id, act, pageX: event.pageX, pageY: event.pageY, columnPx, rowPx, x: 0, y: 0 });
  }

  function goOn(event: PointerEvent<HTMLElement>): void {
    if (!drag) return;
    scrollAtEdge(event.clientY);
    setDrag({ ...drag, x: event.pageX - drag.pageX, y: event.pageY - drag.pageY });
  }

  function end(): void {
    setDrag(null);
    if (dragged?.isMoved) settle(dragged.shown, dragged.id);
  }

  function byKey(event: KeyboardEvent<HTMLElement>, widget: Widget): void {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (keyBase.current?.id !== widget.id) keyBase.current = { id: widget.id, base: widgets };
    const area = stepped(widget, event.shiftKey ? 'size' : 'move', step.x, step.y);
    if (sameArea(area, widget.area)) onAnnounce(widget);
    else settle(withArea(keyBase.current.base, widget.id, area), widget.id);
  }

  function settle(arranged: readonly Widget[], id: string): void {
    onArrange(new Map(arranged.map((widget) => [widget.id, widget.area])));
    const widget = arranged.find((one) => one.id === id);
    if (widget) onAnnounce(widget);
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

  return { shown: dragged?.shown ?? widgets, dragged, gripsOf };
}

/** Where the dragged widget would be now, and the widgets that it pushes away. Null: the widget was deleted. */
function draggedOf({ id, act, columnPx, rowPx, x, y }: Drag, widgets: readonly Widget[]) {
  const widget = widgets.find((one) => one.id === id);
  if (!widget) return null;
  const area = stepped(widget, act, Math.round(x / columnPx), Math.round(y / rowPx));
  const isMoved = !sameArea(area, widget.area);
  return {
    id,
    area,
    isMoved,
    shown: isMoved ? withArea(widgets, id, area) : widgets,
    /** From the area in the grid to the pointer. */
    offset:
      act === 'size'
        ? { x: 0, y: 0 }
        : { x: x - (area.x - widget.area.x) * columnPx, y: y - (area.y - widget.area.y) * rowPx },
  };
}

const steps: Readonly<Partial<Record<string, { readonly x: number; readonly y: number }>>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function stepped({ area, kind }: Widget, act: Act, columns: number, rows: number): GridArea {
  if (act === 'move') return within({ ...area, x: area.x + columns, y: area.y + rows });
  const minSize = minSizeOf(kind);
  // A widget that is too wide for the columns on its right would be moved to the left.
  const w = Math.min(Math.max(area.w + columns, minSize.w), COLUMN_CNT - area.x);
  return within({ ...area, w, h: Math.max(area.h + rows, minSize.h) });
}

function scrollAtEdge(clientY: number): void {
  if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
  else if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
}
