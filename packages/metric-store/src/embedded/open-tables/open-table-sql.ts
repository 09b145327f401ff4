import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';

/**
 * Statements on the tables of open buckets. Columns: id, ts, then one DOUBLE per metric with whole steps.
 * Results are DOUBLE columns with NaN for unknown values. Names come from the metric catalogue and numbers
 * are checked, so no quoting is needed.
 */
export interface OpenRows {
  readonly name: string;
  /** The columns of the table, which may be older than a metric. */
  readonly metrics: readonly string[];
}

const NAN = `'nan'::DOUBLE`;

function list(metrics: readonly string[], column: (metric: string) => string): string {
  return metrics.map((metric) => `, ${column(metric)}`).join('');
}

const NAME = /^open_([a-z]+)_(\d+)_(\d+)$/;

export function tableName(scope: MetricScope, bucketMs: number, sequence: number): string {
  return `open_${scope}_${bucketMs}_${sequence}`;
}

/** Undefined: not the name of an open table. */
export function parseTableName(name: string) {
  const [, scopeName, bucket, sequence] = NAME.exec(name) ?? [];
  const scope = metricScopes.find((known) => known === scopeName);
  return scope && { scope, bucketMs: Number(bucket), sequence: Number(sequence) };
}

export function createOpenTable(name: string, metrics: readonly string[]): string {
  return `CREATE TABLE ${name} (id INTEGER, ts BIGINT${list(metrics, (m) => `${m} DOUBLE`)})`;
}

/** All rows, including duplicates. */
function allRows(tables: readonly OpenRows[], metrics: readonly string[], where: string): string {
  const value = (table: OpenRows, m: string) => (table.metrics.includes(m) ? m : `NULL::DOUBLE AS ${m}`);
  return tables
    .map((table) => `SELECT id, ts${list(metrics, (m) => value(table, m))} FROM ${table.name} WHERE ${where}`)
    .join(' UNION ALL ');
}

export function rowsOf(tables: readonly OpenRows[], metrics: readonly string[], where: string): string {
  const value = (table: OpenRows, m: string) =>
    table.metrics.includes(m) ? `coalesce(${m}, ${NAN}) AS ${m}` : `${NAN} AS ${m}`;
  return tables
    .map(
      (table) =>
        `SELECT id::DOUBLE AS id, ts::DOUBLE AS ts${list(metrics, (m) => value(table, m))} FROM ${table.name} WHERE ${where}`,
    )
    .join(' UNION ALL ');
}

export function sortedRowsOf(tables: readonly OpenRows[], metrics: readonly string[], where: string): string {
  return `SELECT * FROM (${rowsOf(tables, metrics, where)}) ORDER BY id, ts`;
}

export function distinctIds(tables: readonly OpenRows[], where: string): string {
  return `SELECT DISTINCT id::DOUBLE FROM (${allRows(tables, [], where)})`;
}

/** Count and sum of each id. */
export function totalsOf(tables: readonly OpenRows[], metric: string, where: string): string {
  return (
    `SELECT id::DOUBLE, count(m)::DOUBLE, sum(m) FROM (SELECT id, ts, max(${metric}) FILTER (NOT isnan(${metric})) AS m ` +
    `FROM (${allRows(tables, [metric], where)}) GROUP BY id, ts) GROUP BY id HAVING count(m) > 0`
  );
}

export function idFilter(ids: readonly number[] | undefined): string {
  if (!ids) return 'true';
  const [first] = ids;
  if (ids.length === 1) return `id = ${first}`;
  return ids.length === 0 ? 'false' : `id IN (${ids.join(', ')})`;
}

export function between(fromMs: number, toMs: number): string {
  return `ts >= ${fromMs} AND ts < ${toMs}`;
}
