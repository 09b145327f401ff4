import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { Engine } from '../duckdb.ts';
import { createOpenTable, parseTableName, tableName } from './open-table-sql.ts';

export interface OpenTable {
  readonly name: string;
  readonly scope: MetricScope;
  readonly bucketMs: number;
  /** The columns of the table. A later release may have more metrics. */
  readonly metrics: readonly string[];
  rows: number;
  lastAppendMs: number;
  /** True: the table is being written to a file. New rows of the bucket go to another table. */
  sealed: boolean;
}

/** DuckDB tables with rows that are in no file yet: open buckets and late rows. */
export class OpenTables {
  readonly #tables = new Map<string, OpenTable>();
  #sequence = 0;

  static async load(engine: Engine, nowMs: number): Promise<OpenTables> {
    const tables = new OpenTables();
    const rows = await engine.rows(
      `SELECT t.table_name, t.estimated_size::DOUBLE, string_agg(c.column_name, ' ' ORDER BY c.column_index) ` +
        `FROM duckdb_tables() t JOIN duckdb_columns() c USING (database_name, table_name) ` +
        `WHERE t.database_name = 'open' GROUP BY 1, 2`,
    );
    for (const [name, count, columns] of rows) {
      const parsed = parseTableName(String(name));
      if (!parsed) continue;
      tables.#sequence = Math.max(tables.#sequence, parsed.sequence);
      const metrics = String(columns).split(' ').slice(2);
      // Sealed, because the table may lack columns of new metrics.
      tables.add({
        name: String(name),
        scope: parsed.scope,
        bucketMs: parsed.bucketMs,
        metrics,
        rows: Number(count),
        lastAppendMs: nowMs,
        sealed: true,
      });
    }
    return tables;
  }

  newName(scope: MetricScope, bucketMs: number): string {
    return tableName(scope, bucketMs, ++this.#sequence);
  }

  plan(scope: MetricScope, bucketMs: number, nowMs: number): { table: OpenTable; sql: string } {
    const name = this.newName(scope, bucketMs);
    const metrics = metricNames(scope);
    const table = { name, scope, bucketMs, metrics, rows: 0, lastAppendMs: nowMs, sealed: false };
    return { table, sql: createOpenTable(name, metrics) };
  }

  add(table: OpenTable): void {
    this.#tables.set(table.name, table);
  }

  remove(table: OpenTable): void {
    this.#tables.delete(table.name);
  }

  writable(scope: MetricScope, bucketMs: number): OpenTable | undefined {
    return this.all().find((table) => !table.sealed && table.scope === scope && table.bucketMs === bucketMs);
  }

  all(): readonly OpenTable[] {
    return [...this.#tables.values()];
  }

  buckets(): ReadonlySet<number> {
    return new Set(this.all().map((table) => table.bucketMs));
  }
}
