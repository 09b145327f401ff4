import { type Column, DataTable } from '@gwanje/ui/data-table';
import type { ReactNode } from 'react';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { type PlainKey, useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import type { CellContext } from './define-list.ts';

export interface TableColumn<Value, Row> {
  /** Absent: a column of buttons, which has no heading. */
  readonly label?: PlainKey;
  readonly width?: number | string;
  readonly align?: 'end';
  readonly cell: (value: Value, row: Row, context: CellContext) => ReactNode;
}

/** The columns by the field of the row, declared as those of a list: the formats of lists fit too. */
export type TableColumns<Row> = {
  readonly [Field in keyof Row & string]?: TableColumn<Row[Field], Row>;
};

interface TableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: TableColumns<Row>;
  /** Undefined: still loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => string | number;
  readonly empty?: ReactNode;
  /** If the query failed without rows, the title of the retry that is shown instead of the table. */
  readonly failedTitle?: string;
  readonly query?: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly onRowClick?: ((row: Row) => void) | undefined;
  readonly skeletonRows?: number;
}

/** The plain table of a panel, for a few rows that come in one response. List pages use ObjectList. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { label, columns, rows, rowId, empty, failedTitle = '', query, onRowClick, skeletonRows } = props;
  const { t, language } = useTexts();
  const context = { t, language, nowMs: Date.now(), onFollow: (to: string) => void navigateTo(to) };
  const fields = Object.keys(columns) as (keyof Row & string)[];
  const shown = fields.flatMap((id): Column<Row>[] => {
    const column = columns[id];
    if (!column) return [];
    const { cell, label: key, width, align = 'start' } = column;
    const format = (row: Row) => cell(row[id], row, context);
    return [{ id, label: key ? t(key) : '', align, format, ...(width !== undefined && { width }) }];
  });
  return (
    <DataTable
      label={label}
      loadingLabel={t('shell.loading')}
      columns={shown}
      rows={rows}
      rowId={(row) => String(rowId(row))}
      empty={empty}
      error={query?.error && !rows && <LoadFailed title={failedTitle} query={query} />}
      {...(onRowClick && { onRowClick })}
      {...(skeletonRows && { skeletonRows })}
    />
  );
}
