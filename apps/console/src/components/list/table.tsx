import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import type { CellContext } from './define-list.ts';
import { PHONE } from './grid/grid-types.ts';
import { indexAfterKey } from './grid/row-keys.ts';
import classes from './table.module.css';

interface ColumnHead {
  /** Absent: a column of buttons, which has no heading. */
  readonly label?: PlainKey;
  readonly width?: number | string;
  readonly align?: 'end' | undefined;
}

export interface TableColumn<Value, Row> extends ColumnHead {
  readonly cell: (value: Value, row: Row, context: CellContext) => ReactNode;
}

/** The columns by the field of the row, declared as those of a list: the formats of lists fit too. */
export type TableColumns<Row> = {
  readonly [Field in keyof Row & string]?: TableColumn<Row[Field], Row>;
};

/** A column whose cell reads the row, as those of a declared list. */
interface RowColumn<Row> extends ColumnHead {
  readonly id: string;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
}

interface TableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: TableColumns<Row> | readonly RowColumn<Row>[];
  /** Undefined: still loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string | number;
  /** Shown if there are no rows. */
  readonly empty?: ReactNode;
  /** If the query failed without rows, the title of the retry that is shown instead of the table. */
  readonly failedTitle?: string | undefined;
  readonly query?: { readonly error: Error | null; readonly refetch: () => unknown } | undefined;
  readonly onRowClick?: ((row: Row) => void) | undefined;
  /** On a telephone, the line below the first cell: what the cut columns say. */
  readonly phoneLine?: ((row: Row, context: CellContext) => ReactNode) | undefined;
  readonly skeletonRows?: number | undefined;
}

/** How far PageUp and PageDown go. */
const PAGE_ROWS = 10;

/** The plain table of a panel, for a few rows that come in one response. List pages use ObjectList. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { rows, query, onRowClick, phoneLine, skeletonRows = 8 } = props;
  const { t, language } = useTexts();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [activeIndex, setActiveIndex] = useState(0);
  const context = { t, language, nowMs: Date.now(), onFollow: (to: string) => void navigateTo(to) };
  const columns = rowColumns(props.columns);
  const focusableIndex = Math.min(activeIndex, (rows?.length ?? 0) - 1);
  const hasFailed = query?.error && !rows;

  function onRowKeyDown(event: KeyboardEvent<HTMLTableRowElement>, index: number) {
    // A control inside the row handles its own keys.
    if (event.target !== event.currentTarget) return;
    const row = rows?.[index];
    const target = indexAfterKey(event.key, index, { rowCnt: rows?.length ?? 0, pageRows: PAGE_ROWS });
    if (target !== undefined) {
      const next = event.currentTarget.parentElement?.children[target];
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
                  className={`${classes.headCell} ${align === 'end' ? classes.end : ''}`}
                  style={width === undefined ? undefined : { width }}
                >
                  {label && t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {!rows && !hasFailed && skeleton(skeletonRows, columns.length, t('shell.loading'))}
            {rows?.map((row, index) => (
              <tr
                key={props.rowId(row)}
                className={`${classes.row} ${onRowClick ? classes.clickable : ''}`}
                tabIndex={index === focusableIndex ? 0 : -1}
                onFocus={() => setActiveIndex(index)}
                onKeyDown={(event) => onRowKeyDown(event, index)}
                onClick={(event) => {
                  if (onRowClick && !isOnControl(event)) onRowClick(row);
                }}
              >
                {columns.map(({ id, align, cell }, at) => (
                  <td key={id} className={`${classes.cell} ${align === 'end' ? classes.end : ''}`}>
                    {cell(row, context)}
                    {at === 0 && isPhone && phoneLine && (
                      <span className={classes.phoneLine}>{phoneLine(row, context)}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hasFailed && <LoadFailed title={props.failedTitle ?? ''} query={query} />}
      {rows?.length === 0 && props.empty}
    </div>
  );
}

function rowColumns<Row>(columns: TableProps<Row>['columns']): readonly RowColumn<Row>[] {
  if (isRowColumns(columns)) return columns;
  const fields = Object.keys(columns) as (keyof Row & string)[];
  return fields.flatMap((id) => {
    const column = columns[id];
    return column ? [{ ...column, id, cell: (row: Row, context) => column.cell(row[id], row, context) }] : [];
  });
}

function isRowColumns<Row>(columns: TableProps<Row>['columns']): columns is readonly RowColumn<Row>[] {
  return Array.isArray(columns);
}

function skeleton(rows: number, columns: number, label: string) {
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
