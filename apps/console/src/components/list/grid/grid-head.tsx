import { Icon } from '@gwanje/ui/icon';
import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { clampWidth } from './column-layout.ts';
import type { GridColumn, GridSelection } from './grid-types.ts';
import { nextSort, type SortKey } from './sort-keys.ts';
import classes from './virtual-grid.module.css';

type Widths = Readonly<Record<string, number>>;

export interface GridHeadProps<Row> {
  /** The first column is sticky. */
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: readonly SortKey[];
  readonly onSortChange: (sort: readonly SortKey[]) => void;
  readonly onFilter: (columnId: string, anchor: HTMLElement) => void;
  readonly onWidthsChange: (widths: Widths) => void;
  /** Undefined: this grid has no selection. */
  readonly selected: GridSelection<Row>['head'] | undefined;
  readonly onToggleAll: () => void;
  /** While the user drags a column's edge. */
  readonly onWidthsPreview: (widths: Widths | null) => void;
}

const KEY_STEP = 16;

function GridHeadOnce<Row>(props: GridHeadProps<Row>) {
  const { columns, sort, selected } = props;
  const t = useT();
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

  function headCell({ id, label, align, beginsDescending, ...column }: GridColumn<Row>, at: number) {
    const order = sort.findIndex((key) => key.id === id);
    const sorted = sort[order];
    const pinned = `${classes.pinned} ${classes.lastPinned} ${hasCheck ? classes.afterCheck : ''}`;
    return (
      <th
        key={id}
        scope="col"
        className={`${classes.headCell} ${align === 'end' ? classes.end : ''} ${at === 0 ? pinned : ''}`}
        data-column={id}
        aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
      >
        {column.isSortable ? (
          <button
            type="button"
            className={`${classes.sortButton} ${sorted ? classes.sorted : ''}`}
            title={label}
            aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
            onClick={({ shiftKey, ctrlKey, metaKey }) => {
              const isAdding = shiftKey || ctrlKey || metaKey;
              props.onSortChange(nextSort(sort, id, { isAdding, beginsDescending }));
            }}
            onKeyDown={(event) => onKeyDown(event, id)}
          >
            <span className={classes.headLabel}>{label}</span>
            {sorted && <Icon name={sorted.descending ? 'mdi-arrow-down' : 'mdi-arrow-up'} size={13} />}
            {sorted && sort.length > 1 && <span className={classes.sortOrder}>{order + 1}</span>}
          </button>
        ) : (
          <span className={classes.headLabel} title={label}>
            {label}
          </span>
        )}
        {column.isFilterable && (
          <button
            type="button"
            className={`${classes.filterButton} ${column.isFiltered ? classes.active : ''}`}
            aria-label={t('objectList.filter.by', { label })}
            aria-haspopup="dialog"
            onClick={(event) => props.onFilter(id, event.currentTarget)}
          >
            <Icon name={column.isFiltered ? 'mdi-filter' : 'mdi-filter-outline'} size={13} />
          </button>
        )}
        {/* By keyboard: Alt and the arrow keys on the header's button. */}
        <span
          className={classes.resize}
          aria-hidden="true"
          onPointerDown={(event) => startResize(event, id)}
        />
      </th>
    );
  }

  return (
    <tr className={classes.head} aria-rowindex={1} ref={head}>
      {hasCheck && (
        <th scope="col" className={`${classes.headCell} ${classes.check} ${classes.pinned}`}>
          <input
            type="checkbox"
            aria-label={t('lists.selectAll')}
            checked={selected === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selected === 'some';
            }}
            onChange={props.onToggleAll}
          />
        </th>
      )}
      {columns.map(headCell)}
    </tr>
  );
}

// Memoised: renders for another order or other columns, not for every frame of a scroll. `memo` loses the row's type.
export const GridHead = memo(GridHeadOnce) as typeof GridHeadOnce;
