import type { Columns } from '@gwanje/contract/definition/columns';
import type { Page } from '@gwanje/contract/definition/list';

/*
 * Filters and sorts declared lists of a few hundred computed rows in memory, by the same rules as the
 * database.
 */

type Row<C extends Columns> = { readonly [Key in keyof C]: unknown };
type Cell = string | number | boolean | null;

interface RowQuery<C extends Columns> {
  readonly filter?: Readonly<Partial<Record<keyof C, unknown>>> | undefined;
  readonly orderBy?: readonly string[] | undefined;
}

export function queryRows<C extends Columns, R extends Row<C>>(
  columns: C,
  rows: readonly R[],
  { filter, orderBy = [] }: RowQuery<C>,
  page: Page,
): { readonly totalCnt: number; readonly list: R[] } {
  const wanted = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined);
  const matching = rows.filter((row) =>
    wanted.every(([key, value]) => matches(columns[key], row[key], value)),
  );
  const sorted = matching.sort((a, b) => {
    for (const term of orderBy) {
      const key = term.startsWith('-') ? term.slice(1) : term;
      const order = compare(columns[key], cell(a[key]), cell(b[key]), term.startsWith('-'));
      if (order !== 0) return order;
    }
    return 0;
  });
  const start = (page.pageNo - 1) * page.pageCnt;
  return { totalCnt: sorted.length, list: sorted.slice(start, start + page.pageCnt) };
}

function matches(column: Columns[string] | undefined, raw: unknown, wanted: unknown): boolean {
  const value = cell(raw);
  if (value === null) return false;
  switch (column?.type) {
    case 'text':
      return Array.isArray(wanted)
        ? wanted.includes(value)
        : String(value).toLowerCase().includes(String(wanted).toLowerCase());
    case 'number':
      return isWithin(Number(value), bound(wanted, 'min'), bound(wanted, 'max'));
    case 'time':
      return isWithin(Date.parse(String(value)), time(bound(wanted, 'from')), time(bound(wanted, 'to')));
    default:
      return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
  }
}

function bound(range: unknown, key: string): unknown {
  return typeof range === 'object' && range !== null ? new Map(Object.entries(range)).get(key) : undefined;
}

function time(text: unknown): number | undefined {
  return text === undefined ? undefined : Date.parse(String(text));
}

function isWithin(value: number, min: unknown, max: unknown): boolean {
  return (min === undefined || value >= Number(min)) && (max === undefined || value <= Number(max));
}

/** Absent values come last in both directions. */
function compare(column: Columns[string] | undefined, a: Cell, b: Cell, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = compareCells(rank(column, a), rank(column, b));
  return isDescending ? -order : order;
}

function rank(column: Columns[string] | undefined, value: Cell): string | number {
  if (column?.choices) return column.choices.indexOf(String(value));
  return typeof value === 'number' ? value : String(value).toLowerCase();
}

function compareCells(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function cell(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
