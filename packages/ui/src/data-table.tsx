import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import classes from './data-table.module.css';
import { indexAfterKey } from './list/model/row-keys.ts';

export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  /** Shown as text, '-' if there is none; not needed with `format`. */
  readonly value?: (row: Row) => unknown;
  readonly format?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end' | 'center';
  readonly width?: number | string;
}

interface DataTableProps<Row> {
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
  readonly onRowClick?: (row: Row) => void;
  readonly skeletonRows?: number;
}

/** How far PageUp and PageDown go. */
const PAGE_ROWS = 10;

/** The plain table, for the few rows of a panel, which come in one answer. List pages use ObjectList. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, onRowClick } = props;
  const [activeIndex, setActiveIndex] = useState(0);

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
    } else return;
    event.preventDefault();
  }

  return (
    <div className={classes.frame}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={props.label} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {columns.map(({ id, label, align, width }) => (
                <th
                  key={id}
                  scope="col"
                  className={`${classes.headCell} ${alignClass(align)}`}
                  style={width === undefined ? undefined : { width }}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined &&
              !props.error &&
              skeletonRows(props.skeletonRows ?? 8, columns.length, props.loadingLabel)}
            {instead === undefined &&
              rows?.map((row, index) => (
                <tr
                  key={rowId(row)}
                  className={`${classes.row} ${onRowClick ? classes.clickable : ''}`}
                  tabIndex={index === focusableIndex ? 0 : -1}
                  onFocus={() => setActiveIndex(index)}
                  onKeyDown={(event) => onRowKeyDown(event, index)}
                  onClick={(event) => {
                    if (onRowClick && !isOnControl(event)) onRowClick(row);
                  }}
                >
                  {columns.map((column) => (
                    <td key={column.id} className={`${classes.cell} ${alignClass(column.align)}`}>
                      {column.format ? column.format(row) : plain(column.value?.(row))}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {instead}
    </div>
  );
}

function skeletonRows(rows: number, columns: number, label: string) {
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
