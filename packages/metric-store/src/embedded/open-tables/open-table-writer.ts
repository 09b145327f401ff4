import {
  BIGINT,
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  INTEGER,
} from '@duckdb/node-api';
import bindings from '@duckdb/node-bindings';
import type { SteppedBatch } from '../../check-input.ts';
import { floorTo } from '../../tiers.ts';
import type { OpenTable, OpenTables } from './open-tables.ts';

const CHUNK_ROWS = 2048;

/**
 * Writes the batches in one transaction. After the commit, DuckDB's log is on disk. Returns how many tables it
 * created.
 */
export async function writeToOpenTables(
  connection: DuckDBConnection,
  tables: OpenTables,
  batches: readonly SteppedBatch[],
  bucketLengthMs: number,
  nowMs: number,
): Promise<number> {
  const bucketOf = ({ tsMs }: SteppedBatch) => floorTo(tsMs, bucketLengthMs);
  const grouped = Map.groupBy(batches, (batch) => `${batch.scope} ${bucketOf(batch)}`);
  const made: OpenTable[] = [];
  const written: { table: OpenTable; rows: number }[] = [];
  await connection.run('BEGIN');
  try {
    for (const group of grouped.values()) {
      const [first] = group;
      if (!first) continue;
      let table = tables.writable(first.scope, bucketOf(first));
      if (!table) {
        const planned = tables.plan(first.scope, bucketOf(first), nowMs);
        await connection.run(planned.sql);
        table = planned.table;
        made.push(table);
      }
      written.push({ table, rows: await appendTo(connection, table, group) });
    }
    await connection.run('COMMIT');
  } catch (error) {
    // After a failed commit there is no transaction to roll back.
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  for (const table of made) tables.add(table);
  for (const { table, rows } of written) {
    table.rows += rows;
    table.lastAppendMs = nowMs;
  }
  return made.length;
}

async function appendTo(
  connection: DuckDBConnection,
  table: OpenTable,
  batches: readonly SteppedBatch[],
): Promise<number> {
  const appender = await connection.createAppender(table.name);
  try {
    const rows = new RowChunks(appender, table.metrics);
    for (const batch of batches) rows.add(batch);
    rows.flush();
    appender.flushSync();
    return rows.total;
  } finally {
    appender.closeSync();
  }
}

/**
 * Small batches share a chunk: three thousand agents send a few dozen rows each. Columns are copied as memory
 * blocks, because copying value by value takes ten times as long.
 */
class RowChunks {
  readonly #appender: DuckDBAppender;
  readonly #metrics: readonly string[];
  readonly #types;
  readonly #ids = new Int32Array(CHUNK_ROWS);
  readonly #times = new BigInt64Array(CHUNK_ROWS);
  readonly #values: readonly Float64Array<ArrayBuffer>[];
  #filled = 0;
  total = 0;

  constructor(appender: DuckDBAppender, metrics: readonly string[]) {
    this.#appender = appender;
    this.#metrics = metrics;
    this.#types = [INTEGER, BIGINT, ...metrics.map(() => DOUBLE)];
    this.#values = metrics.map(() => new Float64Array(CHUNK_ROWS));
  }

  add({ tsMs, ids, columns }: SteppedBatch): void {
    const steps = this.#metrics.map((metric) => columns.find((column) => column.metric === metric)?.steps);
    const ts = BigInt(tsMs);
    for (let from = 0; from < ids.length; ) {
      const to = Math.min(ids.length, from + CHUNK_ROWS - this.#filled);
      const end = this.#filled + to - from;
      this.#ids.set(ids.subarray(from, to), this.#filled);
      this.#times.fill(ts, this.#filled, end);
      for (const [index, target] of this.#values.entries()) {
        const values = steps[index];
        if (values) target.set(values.subarray(from, to), this.#filled);
        else target.fill(Number.NaN, this.#filled, end);
      }
      this.#filled = end;
      from = to;
      if (end === CHUNK_ROWS) this.flush();
    }
  }

  flush(): void {
    const rows = this.#filled;
    if (rows === 0) return;
    const chunk = DuckDBDataChunk.create(this.#types, rows);
    for (const [index, { buffer, BYTES_PER_ELEMENT }] of [
      this.#ids,
      this.#times,
      ...this.#values,
    ].entries()) {
      const vector = bindings.data_chunk_get_vector(chunk.chunk, index);
      bindings.copy_data_to_vector(vector, 0, buffer, 0, rows * BYTES_PER_ELEMENT);
    }
    this.#appender.appendDataChunk(chunk);
    this.total += rows;
    this.#filled = 0;
  }
}
