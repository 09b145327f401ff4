import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useState } from 'react';
import classes from './data-table.module.css';
import { Icon } from './icon.tsx';
import { indexAfterKey } from './list/model/grid-keys.ts';
import type { SortKey } from './list/model/sort-keys.ts';
import { type PagerTexts, type TablePage, TablePager } from './table-pager.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly value: (row: Row) => unknown;
  /** Absent: the value as text, '-' where there is none. */
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
  /** Undefined: not there yet, and a skeleton stands in. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string;
  /** Shown instead of rows: why there are none. */
  readonly empty: ReactNode;
  /** Shown instead of rows when they could not be had. */
  readonly error?: ReactNode;
  /** Rows of the last answer stay, dimmed, while the next is on its way. */
  readonly isRefreshing?: boolean;
  /** Several keys, the first one leading; Shift adds a key. The order itself is the server's work. */
  readonly sort?: readonly Sort[];
  readonly onSortChange?: (sort: readonly Sort[]) => void;
  readonly selection?: TableSelection<Row>;
  readonly paging?: TablePaging | undefined;
  readonly onRowClick?: (row: Row) => void;
  readonly skeletonRows?: number;
}

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });
/** How far PageUp and PageDown go. */
const PAGE_ROWS = 10;
const NO_ROWS: readonly never[] = [];
const NO_SORT: readonly Sort[] = [];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, sort = NO_SORT, onSortChange, selection, paging, onRowClick } = props;
  const [activeIndex, setActiveIndex] = useState(0);

  const columnDefs = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.label,
        accessorFn: column.value,
        enableSorting: column.sortable ?? false,
        sortDescFirst: false,
      })),
    [columns],
  );
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const data = useMemo(() => [...(rows ?? NO_ROWS)], [rows]);
  const sorting = useMemo<SortingState>(
    () => sort.map(({ id, descending }) => ({ id, desc: descending })),
    [sort],
  );
  const rowSelection = useMemo<RowSelectionState>(
    () => Object.fromEntries([...(selection?.ids ?? [])].map((id) => [id, true])),
    [selection?.ids],
  );

  const table = useTable({
    features,
    columns: columnDefs,
    data,
    getRowId: rowId,
    manualSorting: true,
    enableRowSelection: (row) => selection?.canSelect?.(row.original) ?? true,
    state: { sorting, rowSelection },
    onSortingChange: (update) => {
      const next = typeof update === 'function' ? update(sorting) : update;
      onSortChange?.(next.map(({ id, desc }) => ({ id, descending: desc })));
    },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(rowSelection) : update;
      selection?.onChange(new Set(Object.keys(next)));
    },
  });

  const tableRows = table.getRowModel().rows;
  const columnCnt = columns.length + (selection ? 1 : 0);
  const focusableIndex = Math.min(activeIndex, tableRows.length - 1);
  const instead = props.error || (rows !== undefined && rows.length === 0 ? props.empty : undefined);

  function onRowKeyDown(event: KeyboardEvent<HTMLTableRowElement>, index: number) {
    // Keys pressed in a control inside the row are that control's.
    if (event.target !== event.currentTarget) return;
    const row = tableRows[index];
    const target = indexAfterKey(event.key, index, { rowCnt: tableRows.length, pageRows: PAGE_ROWS });
    if (target !== undefined) {
      const body = event.currentTarget.parentElement;
      const next = body?.children[target];
      if (next instanceof HTMLElement) next.focus();
      setActiveIndex(target);
    } else if (event.key === 'Enter' && row && onRowClick) {
      onRowClick(row.original);
    } else if (event.key === ' ' && row && selection) {
      if (row.getCanSelect()) row.toggleSelected();
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
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {selection && (
                  <th className={`${classes.headCell} ${classes.check}`} scope="col">
                    <Checkbox
                      size="xs"
                      aria-label={selection.selectAllLabel}
                      checked={tableRows.length > 0 && table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </th>
                )}
                {group.headers.map(({ id, column }) => {
                  const declared = byId.get(column.id);
                  const sorted = column.getIsSorted();
                  return (
                    <th
                      key={id}
                      scope="col"
                      className={`${classes.headCell} ${alignClass(declared?.align)}`}
                      style={declared?.width === undefined ? undefined : { width: declared.width }}
                      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
                    >
                      {column.getCanSort() ? (
                        <SortButton
                          label={declared?.label ?? ''}
                          sorted={sorted}
                          order={sort.length > 1 && sorted ? column.getSortIndex() + 1 : undefined}
                          onClick={(event) =>
                            column.toggleSorting(undefined, event.shiftKey || event.ctrlKey || event.metaKey)
                          }
                        />
                      ) : (
                        declared?.label
                      )}
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {rows === undefined && !props.error && (
              <SkeletonRows rows={props.skeletonRows ?? 8} columns={columnCnt} label={props.loadingLabel} />
            )}
            {instead === undefined &&
              tableRows.map((row, index) => (
                <tr
                  key={row.id}
                  className={`${classes.row} ${onRowClick ? classes.clickable : ''} ${
                    row.getIsSelected() ? classes.selected : ''
                  }`}
                  tabIndex={index === focusableIndex ? 0 : -1}
                  onFocus={() => setActiveIndex(index)}
                  onKeyDown={(event) => onRowKeyDown(event, index)}
                  onClick={(event) => {
                    if (onRowClick && !isOnControl(event)) onRowClick(row.original);
                  }}
                >
                  {selection && (
                    <td className={`${classes.cell} ${classes.check}`}>
                      <Checkbox
                        size="xs"
                        aria-label={selection.selectRowLabel(row.original)}
                        checked={row.getIsSelected()}
                        disabled={!row.getCanSelect()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.id} className={`${classes.cell} ${alignClass(column.align)}`}>
                      {column.format ? column.format(row.original) : plain(column.value(row.original))}
                    </td>
                  ))}
                </tr>
              ))}
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
  readonly sorted: false | 'asc' | 'desc';
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
        name={sorted === 'desc' ? 'mdi-arrow-down' : 'mdi-arrow-up'}
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
