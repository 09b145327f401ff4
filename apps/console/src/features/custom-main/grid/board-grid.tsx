import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import type { Widget } from '../model/boards.ts';
import { type GridArea, inOrder, rowCnt } from '../model/layout.ts';
import classes from './board-grid.module.css';
import { type Grips, useArrange } from './use-arrange.ts';

interface BoardGridProps {
  readonly widgets: readonly Widget[];
  readonly isEditing: boolean;
  /** The rows of the board share the available height. */
  readonly fills?: boolean;
  readonly onArrange: (areas: ReadonlyMap<string, GridArea>) => void;
  readonly onAnnounce: (widget: Widget, area: GridArea) => void;
  readonly children: (widget: Widget, grips: Grips) => ReactNode;
}

/** Twelve columns, any number of rows. Positions are percentages and CSS variables: nothing is measured. */
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
