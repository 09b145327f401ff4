import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import classes from './data-table.module.css';
import { Icon } from './icon.tsx';
import { indexAfterKey } from './list/model/grid-keys.ts';
import { nextSort, type SortKey } from './list/model/sort-keys.ts';
import { type PagerTexts, type TablePage, TablePager } from './list/table-pager.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Shown as text, '-' if there is none; not needed with `format`. */
  readonly value?: (row: Row) => unknown;
  readonly format?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end' | 'center';
  readonly sortable?: boolean;
  readonly width?: number | string;
}

export type Sort = SortKey;

export interface TableSelection<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly canSelect?: (row: Row) => boolean;
  readonly selectAllLabel: string;
  readonly selectRowLabel: (row: Row) => string;
}

export interface TablePaging {
  readonly page: TablePage;
  readonly onChange: (change: { pageNo: number; pageCnt: number }) => void;
  readonly texts: PagerTexts;
}

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  readonly loadingLabel: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: still loading, a skeleton is shown. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Shown if the rows could not be loaded. */
  readonly error?: ReactNode;
  /** The previous rows stay, dimmed, while the next load. */
  readonly isRefreshing?: boolean;
  /** Several keys, the first one leads; Shift adds a key. The caller sorts the rows. */
  readonly sort?: readonly Sort[];
  readonly onSortChange?: (sort: readonly Sort[]) => void;
  readonly selection?: TableSelection<Row>;
  readonly paging?: TablePaging | undefined;
  readonly onRowClick?: (row: Row) => void;
  readonly skeletonRows?: number;
}

/** How far PageUp and PageDown go. */
const PAGE_ROWS = 10;
const NO_SORT: readonly Sort[] = [];

/** The plain table, for a few dozen rows: one page of a list, or the rows of a panel. Long lists use ObjectList. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, sort = NO_SORT, onSortChange, selection, paging, onRowClick } = props;
  const [activeIndex, setActiveIndex] = useState(0);

  const canSelect = (row: Row) => selection?.canSelect?.(row) ?? true;
  const selectableIds = (rows ?? []).filter(canSelect).map(rowId);
  const selectedIds = selection?.ids ?? new Set();
  const selectedCnt = selectableIds.filter((id) => selectedIds.has(id)).length;
  const areAllSelected = selectableIds.length > 0 && selectedCnt === selectableIds.length;

  function toggle(ids: readonly string[], isSelected: boolean) {
    const next = new Set(selection?.ids);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    selection?.onChange(next);
  }

  const columnCnt = columns.length + (selection ? 1 : 0);
  const focusableIndex = Math.min(activeIndex, (rows?.length ?? 0) - 1);
  const instead = props.error || (rows !== undefined && rows.length === 0 ? props.empty : undefined);

  function onRowKeyDown(event: KeyboardEvent<HTMLTableRowElement>, index: number) {
    // A control inside the row handles its own keys.
    if (event.target !== event.currentTarget) return;
    const row = rows?.[index];
    const target = indexAfterKey(event.key, index, { rowCnt: rows?.length ?? 0, pageRows: PAGE_ROWS });
    if (target !== undefined) {
      const body = event.currentTarget.parentElement;
      const next = body?.children[target];
      if (next instanceof HTMLElement) next.focus();
      setActiveIndex(target);
    } else if (event.key === 'Enter' && row && onRowClick) {
      onRowClick(row);
    } else if (event.key === ' ' && row && selection) {
      if (canSelect(row)) toggle([rowId(row)], !selection.ids.has(rowId(row)));
    } else return;
    event.preventDefault();
  }

  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        <table
          className={`${classes.table} ${props.isRefreshing ? classes.refreshing : ''}`}
          aria-label={props.label}
          aria-busy={rows === undefined || props.isRefreshing === true}
        >
          <thead>
            <tr>
              {selection && (
                <th className={`${classes.headCell} ${classes.check}`} scope="col">
                  <Checkbox
                    size="xs"
                    aria-label={selection.selectAllLabel}
                    checked={areAllSelected}
                    indeterminate={selectedCnt > 0 && !areAllSelected}
                    onChange={() => toggle(selectableIds, !areAllSelected)}
                  />
                </th>
              )}
              {columns.map(({ id, label, align, width, sortable }) => {
                const order = sort.findIndex((key) => key.id === id);
                const sorted = sort[order];
                return (
                  <th
                    key={id}
                    scope="col"
                    className={`${classes.headCell} ${alignClass(align)}`}
                    style={width === undefined ? undefined : { width }}
                    aria-sort={sorted && (sorted.descending ? 'descending' : 'ascending')}
                  >
                    {sortable ? (
                      <SortButton
                        label={label}
                        sorted={sorted}
                        order={sort.length > 1 && sorted ? order + 1 : undefined}
                        onClick={({ shiftKey, ctrlKey, metaKey }) => {
                          const isAdding = shiftKey || ctrlKey || metaKey;
                          onSortChange?.(nextSort(sort, id, { isAdding, beginsDescending: false }));
                        }}
                      />
                    ) : (
                      label
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows === undefined && !props.error && (
              <SkeletonRows rows={props.skeletonRows ?? 8} columns={columnCnt} label={props.loadingLabel} />
            )}
            {instead === undefined &&
              rows?.map((row, index) => {
                const id = rowId(row);
                const isSelected = selectedIds.has(id);
                return (
                  <tr
                    key={id}
                    className={`${classes.row} ${onRowClick ? classes.clickable : ''} ${
                      isSelected ? classes.selected : ''
                    }`}
                    tabIndex={index === focusableIndex ? 0 : -1}
                    onFocus={() => setActiveIndex(index)}
                    onKeyDown={(event) => onRowKeyDown(event, index)}
                    onClick={(event) => {
                      if (onRowClick && !isOnControl(event)) onRowClick(row);
                    }}
                  >
                    {selection && (
                      <td className={`${classes.cell} ${classes.check}`}>
                        <Checkbox
                          size="xs"
                          aria-label={selection.selectRowLabel(row)}
                          checked={isSelected}
                          disabled={!canSelect(row)}
                          onChange={() => toggle([id], !isSelected)}
                        />
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.id} className={`${classes.cell} ${alignClass(column.align)}`}>
                        {column.format ? column.format(row) : plain(column.value?.(row))}
                      </td>
                    ))}
                  </tr>
                );
              })}
          </tbody>
        </table>
      </div>
      {instead}
      {paging && rows !== undefined && !props.error && paging.page.totalCnt > 0 && <TablePager {...paging} />}
    </div>
  );
}

interface SortButtonProps {
  readonly label: string;
  readonly sorted: Sort | undefined;
  readonly order: number | undefined;
  readonly onClick: (event: MouseEvent) => void;
}

function SortButton({ label, sorted, order, onClick }: SortButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.sortButton} ${sorted ? classes.sorted : ''}`}
      onClick={onClick}
    >
      {label}
      <Icon
        name={sorted?.descending ? 'mdi-arrow-down' : 'mdi-arrow-up'}
        size={14}
        className={classes.sortIcon}
      />
      {order !== undefined && <span className={classes.sortOrder}>{order}</span>}
    </button>
  );
}

interface SkeletonRowsProps {
  readonly rows: number;
  readonly columns: number;
  readonly label: string;
}

function SkeletonRows({ rows, columns, label }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <td key={column} className={classes.cell}>
          {row === 0 && column === 0 && <VisuallyHidden role="status">{label}</VisuallyHidden>}
          <Skeleton height={10} width={column === 0 ? '70%' : '45%'} />
        </td>
      ))}
    </tr>
  ));
}

function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
}

function alignClass(align: Column<never>['align']): string {
  return align === 'end' ? (classes.end ?? '') : align === 'center' ? (classes.center ?? '') : '';
}

function plain(value: unknown): string {
  return value === null || value === undefined || value === '' ? '-' : String(value);
}
