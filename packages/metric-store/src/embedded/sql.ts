import type { MetricScope } from '@gwanje/contract/metrics';
import { isBytes } from '../resolution.ts';

/**
 * Shapes of rows in SQL. Names come from the metric catalogue and numbers are checked, so nothing here is quoted.
 *
 * open    id, ts, m…                          as appended, doubles holding whole steps
 * raw     id, slot, bj, jit, (b d [u])_m…     sorted by (id, ts); value = (b + d) * u, b and u one per id
 * rollup  id, slot, (n b d r e [u])_m…        count, and lowest = b + d, highest = lowest + r, sum = n * lowest + e
 * part    id, ts, (n s lo hi)_m…              what every source is turned into before it is added up
 *
 * What is left after the base of each id is taken away is small, and DuckDB packs it into few bits.
 */
const PAGE_BYTES = 4096;

function list(metrics: readonly string[], column: (metric: string) => string): string {
  return metrics.map((metric) => `, ${column(metric)}`).join('');
}

function unit(scope: MetricScope, metric: string): string {
  return isBytes(scope, metric) ? ` * u_${metric}` : '';
}

export interface FileTable {
  readonly scope: MetricScope;
  /** `alias.scope` */
  readonly from: string;
  readonly startMs: number;
  readonly stepMs: number;
  /** Columns the file has: it may be older than a metric. */
  readonly has: ReadonlySet<string>;
}

export interface OpenRows {
  readonly name: string;
  readonly metrics: readonly string[];
}

export function createOpenTable(name: string, metrics: readonly string[]): string {
  return `CREATE TABLE ${name} (id INTEGER, ts BIGINT${list(metrics, (m) => `${m} DOUBLE`)})`;
}

function rawOfFile(table: FileTable, metrics: readonly string[]): string {
  const value = (m: string) =>
    table.has.has(`d_${m}`) ? `(b_${m} + d_${m})${unit(table.scope, m)} AS ${m}` : `NULL::BIGINT AS ${m}`;
  return `SELECT id, ${table.startMs} + slot::BIGINT * ${table.stepMs} + bj + jit AS ts${list(metrics, value)} FROM ${table.from}`;
}

function rawOfOpen(table: OpenRows, metrics: readonly string[]): string {
  const value = (m: string) => (table.metrics.includes(m) ? `${m}::BIGINT AS ${m}` : `NULL::BIGINT AS ${m}`);
  return `SELECT id, ts${list(metrics, value)} FROM ${table.name}`;
}

/** One row an object and time, whatever came twice. A file alone has no duplicates. */
export function rawRows(
  file: FileTable | undefined,
  open: readonly OpenRows[],
  metrics: readonly string[],
  where: string,
): string {
  const sources = allRows(file, open, metrics, where);
  if (open.length === 0) return sources.join('');
  return `SELECT id, ts${list(metrics, (m) => `max(${m}) AS ${m}`)} FROM (${sources.join(' UNION ALL ')}) GROUP BY id, ts`;
}

/** All rows of a bucket as they lie there, doubled ones twice. */
export function allRows(
  file: FileTable | undefined,
  open: readonly OpenRows[],
  metrics: readonly string[],
  where: string,
): readonly string[] {
  const sources = [
    ...(file ? [rawOfFile(file, metrics)] : []),
    ...open.map((table) => rawOfOpen(table, metrics)),
  ];
  return sources.map((sql) => `SELECT * FROM (${sql}) WHERE ${where}`);
}

/** The newest row of each id in which something is known, as numbers. */
export function newestOf(rows: string, metrics: readonly string[]): string {
  const value = (m: string) => `coalesce(max(${m})::DOUBLE, 'nan'::DOUBLE)`;
  return (
    `WITH s AS MATERIALIZED (SELECT * FROM (${rows}) WHERE coalesce(${metrics.join(', ')}) IS NOT NULL), ` +
    `n AS (SELECT id, max(ts) AS ts FROM s GROUP BY id) ` +
    `SELECT id::DOUBLE, ts::DOUBLE${list(metrics, value)} FROM s JOIN n USING (id, ts) GROUP BY id, ts`
  );
}

export function distinctIds(rows: string): string {
  return `SELECT DISTINCT id::DOUBLE FROM (${rows})`;
}

export function partOfRaw(rows: string, metrics: readonly string[]): string {
  const columns = (m: string) =>
    `CASE WHEN ${m} IS NULL THEN 0 ELSE 1 END AS n_${m}, ${m} AS s_${m}, ${m} AS lo_${m}, ${m} AS hi_${m}`;
  return `SELECT id, ts${list(metrics, columns)} FROM (${rows})`;
}

export function partOfRollup(table: FileTable, metrics: readonly string[], where: string): string {
  const columns = (m: string) => {
    if (!table.has.has(`d_${m}`))
      return `0 AS n_${m}, NULL::BIGINT AS s_${m}, NULL::BIGINT AS lo_${m}, NULL::BIGINT AS hi_${m}`;
    const u = unit(table.scope, m);
    return (
      `n_${m}, (n_${m} * (b_${m} + d_${m}) + e_${m})${u} AS s_${m}, ` +
      `(b_${m} + d_${m})${u} AS lo_${m}, (b_${m} + d_${m} + r_${m})${u} AS hi_${m}`
    );
  };
  return `SELECT * FROM (SELECT id, ${table.startMs} + slot::BIGINT * ${table.stepMs} AS ts${list(metrics, columns)} FROM ${table.from}) WHERE ${where}`;
}

export function unionOf(parts: readonly string[]): string {
  return parts.join(' UNION ALL ');
}

/** Rows of buckets that are still open, or were opened again, as numbers. */
export function rowsAsNumbers(rows: readonly string[], metrics: readonly string[]): string {
  return unionOf(
    rows.map((sql) => `SELECT id, ts::DOUBLE${list(metrics, (m) => `${m}::DOUBLE`)} FROM (${sql})`),
  );
}

/**
 * Columns of files just as they lie there, to be unpacked in JavaScript. A short query spends most of its time in its
 * plan, and the plan grows with every expression: this one is four times faster than the same with arithmetic.
 */
export function packedColumns(
  tables: readonly FileTable[],
  columns: readonly string[],
  where: string,
): string {
  return unionOf(
    tables.map((table) => {
      const found = columns.map((column) => (table.has.has(column) ? column : `NULL::BIGINT AS ${column}`));
      return `SELECT ${table.startMs}::DOUBLE, ${table.stepMs}, ${found.join(', ')} FROM ${table.from} WHERE ${where}`;
    }),
  );
}

export function topOf(parts: string, metric: string, limit: number): string {
  return (
    `SELECT id, sum(s_${metric})::DOUBLE / sum(n_${metric})::DOUBLE AS avg FROM (${parts}) ` +
    `GROUP BY id HAVING sum(n_${metric}) > 0 ORDER BY avg DESC, id LIMIT ${limit}`
  );
}

function unitColumn(scope: MetricScope, metric: string, ...values: readonly string[]): string {
  if (!isBytes(scope, metric)) return '';
  const whole = values.map((value) => `coalesce(bool_and(${value} % ${PAGE_BYTES} = 0), true)`).join(' AND ');
  return `, CASE WHEN ${whole} THEN ${PAGE_BYTES} ELSE 1 END AS u_${metric}`;
}

function over(scope: MetricScope, metric: string): string {
  return isBytes(scope, metric) ? ` // u_${metric}` : '';
}

/** Rows of a raw file out of plain rows. */
export function packRaw(
  scope: MetricScope,
  rows: string,
  metrics: readonly string[],
  startMs: number,
  stepMs: number,
): string {
  const base = (m: string) => `min(${m}) AS low_${m}${unitColumn(scope, m, m)}`;
  const packed = (m: string) => {
    const by = over(scope, m);
    const b = `low_${m}${by}`;
    return `${b} AS b_${m}, ${m}${by} - ${b} AS d_${m}${isBytes(scope, m) ? `, u_${m}` : ''}`;
  };
  return (
    `WITH s AS MATERIALIZED (${rows}), b AS (SELECT id, min((ts - ${startMs}) % ${stepMs}) AS bj${list(metrics, base)} FROM s GROUP BY id) ` +
    `SELECT s.id, ((ts - ${startMs}) // ${stepMs})::USMALLINT AS slot, bj::INTEGER AS bj, ` +
    `((ts - ${startMs}) % ${stepMs} - bj)::INTEGER AS jit${list(metrics, packed)} FROM s JOIN b USING (id) ORDER BY s.id, ts`
  );
}

/** Rows of a rollup file out of parts. */
export function packRollup(
  scope: MetricScope,
  parts: string,
  metrics: readonly string[],
  startMs: number,
  stepMs: number,
): string {
  const added = (m: string) =>
    `sum(n_${m})::UINTEGER AS n_${m}, sum(s_${m})::BIGINT AS s_${m}, min(lo_${m}) AS lo_${m}, max(hi_${m}) AS hi_${m}`;
  const base = (m: string) =>
    `min(lo_${m}) AS low_${m}${unitColumn(scope, m, `lo_${m}`, `hi_${m}`, `s_${m}`)}`;
  const packed = (m: string) => {
    const by = over(scope, m);
    const b = `low_${m}${by}`;
    return (
      `n_${m}, ${b} AS b_${m}, lo_${m}${by} - ${b} AS d_${m}, (hi_${m} - lo_${m})${by} AS r_${m}, ` +
      `(s_${m} - n_${m} * lo_${m})${by} AS e_${m}${isBytes(scope, m) ? `, u_${m}` : ''}`
    );
  };
  return (
    `WITH s AS MATERIALIZED (SELECT id, ((ts - ${startMs}) // ${stepMs})::USMALLINT AS slot${list(metrics, added)} FROM (${parts}) GROUP BY 1, 2), ` +
    `b AS (SELECT id${list(metrics, base)} FROM s GROUP BY id) ` +
    `SELECT s.id, slot${list(metrics, packed)} FROM s JOIN b USING (id) ORDER BY s.id, slot`
  );
}

export function idFilter(ids: readonly number[] | undefined): string {
  if (!ids) return 'true';
  const [first] = ids;
  if (ids.length === 1) return `id = ${first}`;
  return ids.length === 0 ? 'false' : `id IN (${ids.join(', ')})`;
}
