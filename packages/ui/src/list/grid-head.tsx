import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { clampWidth } from './model/column-layout.ts';
import type { GridColumn, GridSelection, GridTexts, VirtualGridProps } from './model/grid-types.ts';
import { nextSort, type SortKey } from './model/sort-keys.ts';
import classes from './virtual-grid.module.css';

interface GridHeadProps<Row>
  extends Pick<
    VirtualGridProps<Row>,
    'columns' | 'sort' | 'onSortChange' | 'onFilter' | 'onWidthsChange' | 'texts'
  > {
  /** Undefined: this grid has no selection. */
  readonly selected: GridSelection<Row>['head'] | undefined;
  readonly onToggleAll: () => void;
  /** While the user drags a column's edge. */
  readonly onWidthsPreview: (widths: Readonly<Record<string, number>> | null) => void;
}

const KEY_STEP = 16;

function GridHeadOnce<Row>(props: GridHeadProps<Row>) {
  const { columns, sort, selected, texts } = props;
  const hasCheck = selected !== undefined;
  const head = useRef<HTMLTableRowElement>(null);

  /** Sets all widths at once, so that the other columns do not move. */
  function presentWidths(): Record<string, number> {
    const cells = [...(head.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
    return Object.fromEntries(cells.map((cell) => [cell.dataset.column ?? '', cell.offsetWidth]));
  }

  function startResize(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle: HTMLElement = event.currentTarget;
    const from = event.clientX;
    const widths = presentWidths();
    const widthAt = (x: number) => ({ ...widths, [id]: clampWidth((widths[id] ?? 0) + x - from) });
    handle.setPointerCapture(event.pointerId);
    const end = new AbortController();
    const { signal } = end;
    const finish = ({ type, clientX }: globalThis.PointerEvent) => {
      end.abort();
      props.onWidthsPreview(null);
      if (type === 'pointerup' && clientX !== from) props.onWidthsChange(widthAt(clientX));
    };
    handle.addEventListener('pointermove', (move) => props.onWidthsPreview(widthAt(move.clientX)), {
      signal,
    });
    handle.addEventListener('pointerup', finish, { signal });
    handle.addEventListener('pointercancel', finish, { signal });
  }

  function onKeyDown(event: KeyboardEvent, id: string) {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const widths = presentWidths();
    const step = event.key === 'ArrowRight' ? KEY_STEP : -KEY_STEP;
    props.onWidthsChange({ ...widths, [id]: clampWidth((widths[id] ?? 0) + step) });
  }

  return (
    <tr className={classes.head} aria-rowindex={1} ref={head}>
      {hasCheck && (
        <th scope="col" className={`${classes.headCell} ${classes.check} ${classes.pinned}`}>
          <input
            type="checkbox"
            aria-label={texts.selectAll}
            checked={selected === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selected === 'some';
            }}
            onChange={props.onToggleAll}
          />
        </th>
      )}
      {columns.map((column, at) => (
        <HeadCell
          key={column.id}
          column={column}
          isFirst={at === 0}
          hasCheck={hasCheck}
          sort={sort}
          texts={texts}
          onSort={(isAdding) =>
            props.onSortChange(
              nextSort(sort, column.id, { isAdding, beginsDescending: column.beginsDescending ?? false }),
            )
          }
          onFilter={props.onFilter}
          onKeyDown={(event) => onKeyDown(event, column.id)}
          onResize={(event) => startResize(event, column.id)}
        />
      ))}
    </tr>
  );
}

// Memoised: renders for another order or other columns, not for every frame of a scroll. `memo` loses the row's type.
export const GridHead = memo(GridHeadOnce) as typeof GridHeadOnce;

interface HeadCellProps<Row> {
  readonly column: GridColumn<Row>;
  readonly isFirst: boolean;
  readonly hasCheck: boolean;
  readonly sort: readonly SortKey[];
  readonly texts: GridTexts<Row>;
  readonly onSort: (isAdding: boolean) => void;
  readonly onFilter: VirtualGridProps<Row>['onFilter'];
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onResize: (event: PointerEvent<HTMLElement>) => void;
}

function HeadCell<Row>({ column, isFirst, hasCheck, sort, texts, onFilter, ...on }: HeadCellProps<Row>) {
  const order = sort.findIndex(({ id }) => id === column.id);
  const sorted = sort[order];
  const pinned = isFirst
    ? `${classes.pinned} ${classes.lastPinned} ${hasCheck ? classes.afterCheck : ''}`
    : '';
  return (
    <th
      scope="col"
      className={`${classes.headCell} ${column.align === 'end' ? classes.end : ''} ${pinned}`}
      data-column={column.id}
      aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
    >
      {column.isSortable ? (
        <button
          type="button"
          className={`${classes.sortButton} ${sorted ? classes.sorted : ''}`}
          title={column.label}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
          onClick={(event) => on.onSort(event.shiftKey || event.ctrlKey || event.metaKey)}
          onKeyDown={on.onKeyDown}
        >
          <span className={classes.headLabel}>{column.label}</span>
          {sorted && <Icon name={sorted.descending ? 'mdi-arrow-down' : 'mdi-arrow-up'} size={13} />}
          {sorted && sort.length > 1 && <span className={classes.sortOrder}>{order + 1}</span>}
        </button>
      ) : (
        <span className={classes.headLabel} title={column.label}>
          {column.label}
        </span>
      )}
      {column.isFilterable && onFilter && (
        <button
          type="button"
          className={`${classes.filterButton} ${column.isFiltered ? classes.active : ''}`}
          aria-label={texts.filterBy(column.label)}
          aria-haspopup="dialog"
          onClick={(event) => onFilter(column.id, event.currentTarget)}
        >
          <Icon name={column.isFiltered ? 'mdi-filter' : 'mdi-filter-outline'} size={13} />
        </button>
      )}
      {/* By keyboard: Alt and the arrow keys on the header's button. */}
      <span className={classes.resize} aria-hidden="true" onPointerDown={on.onResize} />
    </th>
  );
}
