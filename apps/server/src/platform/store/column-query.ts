import type { Columns } from '@gwanje/contract/definition/columns';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The SQL expression behind each declared column. */
export type ColumnExpressions<C extends Columns> = { readonly [Key in keyof C]: RawBuilder<unknown> };

/** The filters of a declared list as SQL conditions; the column declarations define their meaning. */
export function columnConditions<C extends Columns>(
  columns: C,
  expressions: ColumnExpressions<C>,
  filter: Readonly<Partial<Record<keyof C, unknown>>> | undefined,
): RawBuilder<SqlBool>[] {
  return Object.entries(filter ?? {}).flatMap(([key, value]) => {
    const column = columns[key];
    const expression = expressions[key];
    if (value === undefined || !column || !expression) return [];
    return conditions(column.type, expression, value);
  });
}

function conditions(
  type: Columns[string]['type'],
  expression: RawBuilder<unknown>,
  value: unknown,
): RawBuilder<SqlBool>[] {
  switch (type) {
    case 'id':
      return [sql<SqlBool>`${expression} = any(${listOf(value)}::bigint[])`];
    case 'choice':
      return [sql<SqlBool>`${expression} = any(${listOf(value)}::text[])`];
    case 'flag':
      return [sql<SqlBool>`${expression} = ${value}`];
    case 'text':
      return Array.isArray(value)
        ? [sql<SqlBool>`${expression} = any(${value}::text[])`]
        : [sql<SqlBool>`strpos(lower(${expression}), ${String(value).toLowerCase()}) > 0`];
    case 'number':
      return bounds(expression, value, 'min', 'max', sql`double precision`);
    case 'time':
      return bounds(expression, value, 'from', 'to', sql`timestamptz`);
  }
}

function bounds(
  expression: RawBuilder<unknown>,
  value: unknown,
  low: string,
  high: string,
  type: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  const range = new Map(Object.entries(value ?? {}));
  const found: RawBuilder<SqlBool>[] = [];
  if (range.get(low) !== undefined)
    found.push(sql<SqlBool>`${expression} >= cast(${range.get(low)} as ${type})`);
  if (range.get(high) !== undefined)
    found.push(sql<SqlBool>`${expression} <= cast(${range.get(high)} as ${type})`);
  return found;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Choices sort in the order of their declaration; texts sort without regard to case. */
export function sortExpressions<C extends Columns>(
  columns: C,
  expressions: ColumnExpressions<C>,
): Record<keyof C & string, RawBuilder<unknown>> {
  const entries = Object.entries<RawBuilder<unknown>>(expressions).map(([key, expression]) => [
    key,
    sortable(columns[key], expression),
  ]);
  return Object.fromEntries(entries);
}

function sortable(column: Columns[string] | undefined, expression: RawBuilder<unknown>): RawBuilder<unknown> {
  if (column?.choices) return sql`array_position(${[...column.choices]}::text[], ${expression})`;
  return column?.type === 'text' ? sql`lower(${expression})` : expression;
}
