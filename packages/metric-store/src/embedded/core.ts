import { readdir, statfs } from 'node:fs/promises';
import { type MetricScope, metricNames, metricScopes } from '@gwanje/contract/metrics';
import type { SteppedBatch } from '../check-input.ts';
import {
  type Aggregate,
  type AggregateQuery,
  type AppendResult,
  type LatestAnswer,
  type LatestQuery,
  MetricStoreError,
  type SeriesAnswer,
  type SeriesQuery,
  type StoreStats,
  type TopQuery,
  type TopRow,
} from '../interface.ts';
import { findLatest, type Span } from '../latest.ts';
import { stepsPerUnit } from '../resolution.ts';
import { aggregatesOf } from '../series-table.ts';
import { type Grid, horizonMs, planAggregate, planGrid, planTopRange, type Tiers } from '../tiers.ts';
import { Engine, isDiskFull, isFatal } from './engine.ts';
import { Maintenance } from './maintenance.ts';
import { OpenTables } from './open-tables.ts';
import { type Partition, PartitionFiles } from './partition-files.ts';
import { rawColumns, rollupColumns, SeriesFold } from './series-fold.ts';
import { Sources } from './sources.ts';
import {
  allRows,
  distinctIds,
  idFilter,
  newestOf,
  packedColumns,
  rawRows,
  rowsAsNumbers,
  topOf,
  unionOf,
} from './sql.ts';
import { WriteQueue } from './write-queue.ts';
import { Writer } from './writer.ts';

export interface CoreOptions {
  readonly dir: string;
  readonly tiers: Tiers;
  readonly memoryLimitMb: number;
  readonly threads: number;
  /** Appends are refused when less than this is free: DuckDB needs room to recover. */
  readonly minFreeBytes: number;
  readonly maxQueuedRows: number;
}

interface Plan {
  readonly sql: readonly string[];
  readonly files: readonly Partition[];
}

/** The embedded store itself; it runs in a worker thread. */
export class EmbeddedCore {
  readonly #options: CoreOptions;
  readonly #engine: Engine;
  readonly #files: PartitionFiles;
  readonly #open: OpenTables;
  readonly #sources: Sources;
  readonly #writer: Writer;
  readonly #queue: WriteQueue;
  readonly #maintenance: Maintenance;
  readonly #readers = new Set<Promise<unknown>>();
  #maintaining: Promise<void> = Promise.resolve();

  private constructor(
    options: CoreOptions,
    engine: Engine,
    files: PartitionFiles,
    open: OpenTables,
    writer: Writer,
  ) {
    const { tiers } = options;
    this.#options = options;
    this.#engine = engine;
    this.#files = files;
    this.#open = open;
    this.#writer = writer;
    this.#sources = new Sources(tiers, files, open);
    this.#queue = new WriteQueue((batches, nowMs) => this.#write(batches, nowMs), options.maxQueuedRows);
    this.#maintenance = new Maintenance({
      engine,
      tiers,
      files,
      open,
      sources: this.#sources,
      betweenWrites: (work) => this.#queue.between(work),
      readersGone: async () => {
        await Promise.allSettled(this.#readers);
      },
    });
  }

  static async open(options: CoreOptions, nowMs: number): Promise<EmbeddedCore> {
    const engine = await Engine.open(options);
    try {
      const open = await OpenTables.load(engine, nowMs);
      const files = await PartitionFiles.open(engine, options.dir);
      const writer = await Writer.open(engine, open, options.tiers[0].partitionMs);
      return new EmbeddedCore(options, engine, files, open, writer);
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  async append(batches: readonly SteppedBatch[], nowMs: number): Promise<AppendResult> {
    const oldestMs = horizonMs(this.#options.tiers, 0, nowMs);
    const kept = batches.filter((batch) => batch.tsMs >= oldestMs && batch.ids.length > 0);
    const rows = rowsOf(kept);
    if (rows > 0) await this.#queue.add(kept, rows, nowMs);
    return { rows, tooOldRows: rowsOf(batches) - rows };
  }

  async #write(batches: readonly SteppedBatch[], nowMs: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#options.dir);
    if (bavail * bsize < this.#options.minFreeBytes)
      throw new MetricStoreError('diskFull', 'the disk of the metric store is full');
    try {
      await this.#writer.write(batches, nowMs);
    } catch (error) {
      if (isDiskFull(error))
        throw new MetricStoreError('diskFull', 'the disk of the metric store is full', { cause: error });
      throw error;
    }
  }

  series(query: SeriesQuery, nowMs: number): Promise<SeriesAnswer> {
    return this.#onGrid(query, planGrid(this.#options.tiers, query, nowMs));
  }

  async aggregate(query: AggregateQuery, nowMs: number): Promise<readonly Aggregate[]> {
    return aggregatesOf(await this.#onGrid(query, planAggregate(this.#options.tiers, query, nowMs)));
  }

  latest(query: LatestQuery, nowMs: number): Promise<LatestAnswer> {
    const source = {
      rows: (span: Span, ids?: readonly number[]) => this.#newestRows(query.scope, span, idFilter(ids)),
      ids: async (span: Span) => {
        const [ids = []] = await this.#readAll(query.scope, [], span, 'true', distinctIds);
        return ids;
      },
    };
    return findLatest(source, query, this.#options.tiers, nowMs);
  }

  async #newestRows(scope: MetricScope, span: Span, where: string): Promise<LatestAnswer> {
    const metrics = metricNames(scope);
    const [ids = [], tsMs = new Float64Array(), ...values] = await this.#readAll(
      scope,
      metrics,
      span,
      where,
      newestOf,
    );
    const columns = metrics.map((metric, index) => {
      const perUnit = stepsPerUnit(scope, metric);
      return [metric, values[index]?.map((steps) => steps / perUnit) ?? new Float64Array()];
    });
    return { ids: Int32Array.from(ids), tsMs, columns: Object.fromEntries(columns) };
  }

  /** What `question` makes of all rows of the span. */
  async #readAll(
    scope: MetricScope,
    metrics: readonly string[],
    { fromMs, toMs }: Span,
    where: string,
    question: (rows: string, metrics: readonly string[]) => string,
  ): Promise<readonly Float64Array[]> {
    const [columns = []] = await this.#read(
      scope,
      () => {
        const wanted = { scope, metrics, where, level: 0, startMs: fromMs, endMs: toMs };
        const { buckets, files } = this.#sources.find(wanted);
        const rows = buckets.flatMap(({ file, open, where }) => allRows(file, open, metrics, where));
        return { files, sql: [rows.length > 0 ? question(unionOf(rows), metrics) : ''] };
      },
      (sql) => this.#engine.numbers(sql),
    );
    return columns;
  }

  async #onGrid(query: AggregateQuery, grid: Grid): Promise<SeriesAnswer> {
    const { ids, metrics, scope } = query;
    const fold = new SeriesFold(query, grid);
    const span = {
      level: grid.level,
      startMs: grid.startMs,
      endMs: grid.startMs + grid.stepMs * grid.pointCnt,
    };
    const where = idFilter(ids);
    const [open = [], raw = [], rollups = []] = await this.#readColumns(scope, () => {
      const found = this.#sources.find({ scope, metrics, where, ...span });
      const changing = found.buckets.filter(({ open }) => open.length > 0);
      const rows = changing.map((bucket) => rawRows(bucket.file, bucket.open, metrics, bucket.where));
      const closed = found.buckets.flatMap(({ file, open }) => (file && open.length === 0 ? [file] : []));
      const sql = [
        rowsAsNumbers(rows, metrics),
        packedColumns(closed, rawColumns(scope, metrics), where),
        packedColumns(
          found.rollups.map(({ table }) => table),
          rollupColumns(scope, metrics),
          where,
        ),
      ];
      return { files: found.files, sql };
    });
    fold.addOpen(open);
    fold.addRaw(raw);
    fold.addRollups(rollups);
    return fold.answer();
  }

  async top(query: TopQuery, nowMs: number): Promise<readonly TopRow[]> {
    const { scope, metric, ids, limit } = query;
    const { level, startMs, stepMs } = planTopRange(this.#options.tiers, query, nowMs);
    const span = { level, startMs, endMs: startMs + stepMs };
    const [[idColumn = [], averages = []] = []] = await this.#readColumns(scope, () => {
      const where = idFilter(ids);
      const { sql, files } = this.#sources.parts({ scope, metrics: [metric], where, ...span });
      return { files, sql: [sql.length > 0 ? topOf(unionOf(sql), metric, limit) : ''] };
    });
    const perUnit = stepsPerUnit(scope, metric);
    return idColumn.map((id, row) => ({ id: Number(id), avg: Number(averages[row]) / perUnit }));
  }

  #readColumns(scope: MetricScope, plan: () => Plan): Promise<readonly (readonly unknown[][])[]> {
    return this.#read(scope, plan, (sql) => this.#engine.columns(sql));
  }

  /** A file that turns out to be damaged is set aside, and the question asked again without it. */
  async #read<Columns>(
    scope: MetricScope,
    plan: () => Plan,
    ask: (sql: string) => Promise<Columns[]>,
  ): Promise<readonly Columns[][]> {
    for (;;) {
      const { sql, files } = plan();
      const answer = Promise.all(sql.map((text) => (text ? ask(text) : [])));
      this.#readers.add(answer);
      try {
        return await answer;
      } catch (error) {
        if (isFatal(error) || !(await this.#setAsideDamaged(scope, files))) throw error;
      } finally {
        this.#readers.delete(answer);
      }
    }
  }

  async #setAsideDamaged(scope: MetricScope, files: readonly Partition[]): Promise<boolean> {
    let found = false;
    for (const file of files) {
      try {
        await this.#engine.rows(`SELECT bit_xor(hash(t)) FROM "${file.alias}".${scope} t`);
      } catch (error) {
        if (isFatal(error)) throw error;
        await this.#files.setAside(file);
        found = true;
      }
    }
    return found;
  }

  /** One run at a time; a call during one waits for a further one. */
  maintain(nowMs: number): Promise<void> {
    this.#maintaining = this.#maintaining.catch(() => undefined).then(() => this.#maintenance.run(nowMs));
    return this.#maintaining;
  }

  async stats(): Promise<StoreStats> {
    const openRows = this.#open.all().reduce((sum, table) => sum + table.rows, 0);
    const openBuckets = this.#open.buckets();
    const openBytes = await this.#engine.rows(
      `SELECT (used_blocks * block_size)::DOUBLE FROM pragma_database_size() WHERE database_name = 'open'`,
    );
    const oldestOpen = openBuckets.size > 0 ? Math.min(...openBuckets) : null;
    const damagedOpen = (await readdir(this.#options.dir)).filter((name) => name.endsWith('.damaged'));
    return {
      damagedFiles: [...damagedOpen, ...this.#files.damaged],
      tiers: [
        { tier: 'open', rows: openRows, bytes: Number(openBytes[0]?.[0] ?? 0), oldestMs: oldestOpen },
        ...this.#options.tiers.map(({ name }) => {
          const files = this.#files.all(name);
          const rows = files.flatMap((file) =>
            metricScopes.map((scope) => file.tables.get(scope)?.rows ?? 0),
          );
          return {
            tier: name,
            rows: rows.reduce((sum, count) => sum + count, 0),
            bytes: files.reduce((sum, file) => sum + file.bytes, 0),
            oldestMs: files[0]?.startMs ?? null,
          };
        }),
      ],
    };
  }

  async close(): Promise<void> {
    await this.#queue.drained();
    await this.#maintaining.catch(() => undefined);
    await Promise.allSettled(this.#readers);
    this.#writer.close();
    this.#engine.close();
  }
}

function rowsOf(batches: readonly SteppedBatch[]): number {
  return batches.reduce((sum, batch) => sum + batch.ids.length, 0);
}
