import type { Db } from '@gwanje/backend/database/schema';
import {
  type Column,
  type Columns,
  type FilterOf,
  type ListPage,
  type ListRequest,
  type OrderKey,
  type RowOf,
  rowOf,
} from '@gwanje/contract/definition/columns';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { withIsoTimes } from './iso-times.ts';

/*
 * Lists whose source is the database. The declared columns define filter and order; `live/query` reads lists
 * of existing objects from memory by the same rules.
 */

type Key<C extends Columns> = keyof C & string;

/** The SQL expression behind each declared column. */
export type ColumnExpressions<C extends Columns> = { readonly [Key in keyof C]: RawBuilder<unknown> };

export interface SqlList<C extends Columns> {
  readonly columns: C;
  readonly expressions: ColumnExpressions<C>;
  /** Unique: rows that are equal in every requested column keep one order on all pages. */
  readonly id: RawBuilder<unknown>;
  /** The order of a request that names none; by default that of the ids. */
  readonly order?: OrderKey<Key<C>>;
}

/** Expressions of columns that have the same names in a table. */
export function columnsOf<const Key extends string>(
  table: string,
  keys: readonly Key[],
): Record<Key, RawBuilder<unknown>> {
  const entries = keys.map((key) => [key, sql.ref(`${table}.${key}`)] as const);
  return Object.fromEntries(entries) as Record<Key, RawBuilder<unknown>>;
}

/** The number of rows of a query, counted up to `limit`. */
export async function countRows<DB, Tables extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, Tables, Row>,
  limit?: number,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`1`.as('one'));
  const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt
    from (${limit === undefined ? counted : counted.limit(limit)}) as counted`.execute(db);
  return rows[0]?.cnt ?? 0;
}

/** One page of the rows of a query, and the number of all matching rows, counted up to `countLimit`. */
export async function listPage<DB, Tables extends keyof DB, Row, C extends Columns>(
  db: Db,
  query: SelectQueryBuilder<DB, Tables, Row>,
  list: SqlList<C>,
  request: ListRequest<C>,
  countLimit?: number,
): Promise<ListPage<Row>> {
  const matching = narrowed(query, list, request.filter);
  return {
    totalCnt: await countRows(db, matching, countLimit),
    list: await sorted(matching, list, request.orderBy)
      .limit(request.pageCnt)
      .offset((request.pageNo - 1) * request.pageCnt)
      .execute(),
  };
}

/** Like `listPage`, with all declared columns selected: the rows are those of the contract. */
export async function listRows<DB, Tables extends keyof DB, C extends Columns>(
  db: Db,
  query: SelectQueryBuilder<DB, Tables, object>,
  list: SqlList<C>,
  request: ListRequest<C>,
  countLimit?: number,
): Promise<ListPage<RowOf<C>>> {
  const columns = Object.entries<RawBuilder<unknown>>(list.expressions);
  const selected = query.select(columns.map(([key, expression]) => expression.as(key)));
  const { totalCnt, list: rows } = await listPage(db, selected, list, request, countLimit);
  const Row = rowOf(list.columns);
  return { totalCnt, list: rows.map((row) => Row.parse(withIsoTimes(row)) as RowOf<C>) };
}

/**
 * One page of rows that the server has computed from several sources, a few hundred at most. The database
 * filters and sorts them, so that they follow the rules of all other lists.
 */
export async function listComputedRows<C extends Columns, Row extends { readonly [Key in keyof C]: unknown }>(
  db: Db,
  columns: C,
  rows: readonly Row[],
  request: ListRequest<C>,
  order?: OrderKey<Key<C>>,
): Promise<ListPage<Row>> {
  const cells = rows.map((row) => Object.keys(columns).map((key) => row[key]));
  const expressions = Object.entries<Column>(columns).map(([key, { type }], index) => [
    key,
    sql`(computed.cells ->> ${sql.lit(index)})::${sql.raw(SQL_TYPES[type])}`,
  ]);
  const list: SqlList<C> = {
    columns,
    expressions: Object.fromEntries(expressions),
    id: sql`computed.place`,
    ...(order === undefined ? {} : { order }),
  };
  const query = db
    .selectFrom(
      sql<{ cells: unknown; place: number }>`jsonb_array_elements(${JSON.stringify(cells)}::jsonb)
        with ordinality`.as<'computed'>(sql`computed (cells, place)`),
    )
    .select('computed.place');
  const places = await sorted(narrowed(query, list, request.filter), list, request.orderBy).execute();
  const start = (request.pageNo - 1) * request.pageCnt;
  return {
    totalCnt: places.length,
    list: places
      .slice(start, start + request.pageCnt)
      .map(({ place }) => rows[place - 1])
      .filter((row) => row !== undefined),
  };
}

const SQL_TYPES: Readonly<Record<Column['type'], string>> = {
  id: 'bigint',
  text: 'text',
  choice: 'text',
  number: 'double precision',
  time: 'timestamptz',
  flag: 'boolean',
};

function narrowed<DB, Tables extends keyof DB, Row, C extends Columns>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { columns, expressions }: SqlList<C>,
  filter: FilterOf<C> | undefined,
): SelectQueryBuilder<DB, Tables, Row> {
  return columnConditions(columns, expressions, filter).reduce(
    (rest, condition) => rest.where(condition),
    query,
  );
}

/** The conditions of a filter on the columns that have an expression. */
export function columnConditions<C extends Columns>(
  columns: C,
  expressions: Partial<ColumnExpressions<C>>,
  filter: FilterOf<C> | undefined,
): RawBuilder<SqlBool>[] {
  return Object.entries<unknown>(filter ?? {}).flatMap(([key, wanted]) => {
    const column = columns[key];
    const expression = expressions[key];
    return wanted === undefined || !column || !expression ? [] : conditions(column, expression, wanted);
  });
}

/** The contract has parsed the filter, so each condition has the shape of its column's filter. */
function conditions(
  { type }: Column,
  expression: RawBuilder<unknown>,
  wanted: unknown,
): RawBuilder<SqlBool>[] {
  switch (type) {
    case 'text':
      if (typeof wanted === 'string')
        return [sql<SqlBool>`strpos(lower(${expression}), ${wanted.toLowerCase()}) > 0`];
      break;
    case 'number':
      return within(sql`nullif(${expression}, -1)`, wanted, 'min', 'max', type);
    case 'time':
      return within(expression, wanted, 'from', 'to', type);
  }
  const list = Array.isArray(wanted) ? wanted : [wanted];
  return [sql<SqlBool>`${expression} = any(${list}::${sql.raw(SQL_TYPES[type])}[])`];
}

function within(
  expression: RawBuilder<unknown>,
  wanted: unknown,
  low: string,
  high: string,
  type: Column['type'],
): RawBuilder<SqlBool>[] {
  const range = new Map(Object.entries(wanted ?? {}));
  const bound = (key: string) => sql`${range.get(key)}::${sql.raw(SQL_TYPES[type])}`;
  return [
    ...(range.get(low) === undefined ? [] : [sql<SqlBool>`${expression} >= ${bound(low)}`]),
    ...(range.get(high) === undefined ? [] : [sql<SqlBool>`${expression} <= ${bound(high)}`]),
  ];
}

/** Rows without a value come last in both directions. The id has the direction of the first key. */
export function sorted<DB, Tables extends keyof DB, Row, C extends Columns>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { columns, expressions, id, order }: SqlList<C>,
  orderBy: readonly OrderKey<Key<C>>[] = [],
): SelectQueryBuilder<DB, Tables, Row> {
  const standard = order === undefined ? [] : [order];
  const terms = (orderBy.length > 0 ? orderBy : standard).map((term) => {
    const key = term.replace(/^-/, '');
    const column = columns[key];
    const expression = expressions[key];
    if (!column || !expression) throw new Error(`no column for ${term}`);
    return { isDescending: term.startsWith('-'), ...sortKey(column, expression) };
  });
  const last = { isDescending: terms[0]?.isDescending ?? false, by: id, isNullable: false };
  return [...terms, last].reduce((rest, { by, isDescending, isNullable }) => {
    if (!isDescending) return rest.orderBy(by);
    // An index can be read backwards only without `nulls last`.
    return rest.orderBy(isNullable ? sql`${by} desc nulls last` : sql`${by} desc`);
  }, query);
}

/** Choices sort in the order of their declaration; texts sort without regard to case. */
function sortKey({ type, choices, schema }: Column, expression: RawBuilder<unknown>) {
  const isNullable = type === 'number' || schema.safeParse(null).success;
  if (choices) return { by: sql`array_position(${[...choices]}::text[], ${expression})`, isNullable };
  if (type === 'text') return { by: sql`lower(${expression})`, isNullable };
  return { by: type === 'number' ? sql`nullif(${expression}, -1)` : expression, isNullable };
}
