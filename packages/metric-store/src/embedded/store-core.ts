import { copyFile, link, mkdir, readdir, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { metricScopes } from '@gwanje/kinds/registry';
import { Mutex } from 'async-mutex';
import type { SteppedBatch } from '../check-input.ts';
import type { ClockDoubt, ClockReading } from '../clock-doubt.ts';
import { findLatest, type Span } from '../find-latest.ts';
import {
  type AggregateQuery,
  type AppendResult,
  type LatestAnswer,
  type LatestQuery,
  MetricStoreError,
  type SeriesQuery,
  type StoreStats,
  type TopQuery,
  type TopRow,
} from '../interface.ts';
import { stepsPerUnit } from '../resolution.ts';
import {
  type Grid,
  horizonMs,
  planAggregate,
  planGrid,
  planTopRange,
  type Tiers,
  tierNames,
} from '../tiers.ts';
import { Engine, isDiskFull } from './duckdb.ts';
import { DamagedFileError } from './files/pack-file.ts';
import { PartitionFiles } from './files/partition-files.ts';
import { Maintenance } from './maintenance.ts';
import { Writer } from './open-tables/open-table-writer.ts';
import { OpenTables } from './open-tables/open-tables.ts';
import { type PackedSeries, SeriesAccumulator, TopAccumulator } from './query/accumulators.ts';
import { Reader } from './query/sample-reader.ts';
import { Sources } from './query/sample-sources.ts';
import { WriteQueue } from './write-queue.ts';

/** The latest rows are searched in this window first. It contains two samples of each object. */
const FIRST_WINDOW_MS = 30_000;

export interface CoreOptions {
  readonly dir: string;
  readonly tiers: Tiers;
  /** Memory limit of DuckDB. */
  readonly memoryLimitMb: number;
  readonly threads: number;
  /** Appends are refused when less disk space is free, because DuckDB needs space to recover. */
  readonly minFreeBytes: number;
  readonly maxQueuedRows: number;
}

/** The embedded store. It runs in a worker thread. */
export class StoreCore {
  readonly #options: CoreOptions;
  readonly #engine: Engine;
  readonly #files: PartitionFiles;
  readonly #open: OpenTables;
  readonly #reader: Reader;
  readonly #writer: Writer;
  readonly #queue: WriteQueue;
  readonly #maintenance: Maintenance;
  readonly #readers = new Set<Promise<unknown>>();
  readonly #maintaining = new Mutex();

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
    const sources = new Sources(tiers, files, open);
    this.#reader = new Reader(engine, sources);
    this.#queue = new WriteQueue((batches, nowMs) => this.#write(batches, nowMs), options.maxQueuedRows);
    this.#maintenance = new Maintenance({
      engine,
      tiers,
      files,
      open,
      sources,
      betweenWrites: (work) => this.#queue.between(work),
      readersGone: async () => {
        await Promise.allSettled(this.#readers);
      },
    });
  }

  static async open(options: CoreOptions, nowMs: number): Promise<StoreCore> {
    using stack = new DisposableStack();
    const engine = await Engine.open(options);
    stack.defer(() => engine.close());
    const open = await OpenTables.load(engine, nowMs);
    const files = await PartitionFiles.open(options.dir);
    stack.defer(() => files.close());
    const writer = await Writer.open(engine, open, options.tiers[0].partitionMs);
    stack.move();
    return new StoreCore(options, engine, files, open, writer);
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

  series(query: SeriesQuery, nowMs: number): Promise<PackedSeries> {
    return this.#onGrid(query, planGrid(this.#options.tiers, query, nowMs));
  }

  aggregate(query: AggregateQuery, nowMs: number): Promise<PackedSeries> {
    return this.#onGrid(query, planAggregate(this.#options.tiers, query, nowMs));
  }

  #onGrid(query: AggregateQuery, grid: Grid): Promise<PackedSeries> {
    return this.#read(async () => {
      const sums = new SeriesAccumulator(query, grid);
      await this.#reader.rows({ ...query, grid }, sums);
      return sums.result();
    });
  }

  top(query: TopQuery, nowMs: number): Promise<readonly TopRow[]> {
    const { scope, metric, limit } = query;
    const grid = planTopRange(this.#options.tiers, query, nowMs);
    return this.#read(async () => {
      const sums = new TopAccumulator(grid);
      await this.#reader.totals({ ...query, metrics: [metric], grid }, metric, sums);
      return sums.result(limit, stepsPerUnit(scope, metric));
    });
  }

  latest(query: LatestQuery, nowMs: number): Promise<LatestAnswer> {
    const { scope } = query;
    const source = {
      firstWindowMs: FIRST_WINDOW_MS,
      rows: (span: Span, ids?: readonly number[]) =>
        this.#read(() => this.#reader.newestRows(scope, span, ids)),
      idsBeside: (span: Span, found: ReadonlySet<number>) =>
        this.#read(() => this.#reader.idsBeside(scope, span, found)),
    };
    return findLatest(source, query, this.#options.tiers, nowMs);
  }

  /** A damaged file is set aside, and the query runs again without it. */
  async #read<Result>(query: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const result = query();
      this.#readers.add(result);
      try {
        return await result;
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error;
        await this.#files.setAside(error.path);
      } finally {
        this.#readers.delete(result);
      }
    }
  }

  maintain(clock: Omit<ClockReading, 'newestMs'>): Promise<ClockDoubt | null> {
    return this.#maintaining.runExclusive(() => this.#maintenance.run(clock));
  }

  /** Copies between two runs of maintenance, so that no file is replaced meanwhile. Appends continue. */
  copyTo(dir: string): Promise<void> {
    return this.#maintaining.runExclusive(() => copyStore(this.#engine, this.#files, dir));
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
            metricScopes.map((scope) => file.pack.scopes.get(scope)?.rows ?? 0),
          );
          return {
            tier: name,
            rows: rows.reduce((sum, count) => sum + count, 0),
            bytes: files.reduce((sum, file) => sum + file.pack.bytes, 0),
            oldestMs: files[0]?.startMs ?? null,
          };
        }),
      ],
    };
  }

  async close(): Promise<void> {
    await this.#queue.drained();
    await this.#maintaining.waitForUnlock();
    await Promise.allSettled(this.#readers);
    // Closes each part, also when another fails: an open file would block the next start.
    using stack = new DisposableStack();
    stack.defer(() => this.#engine.close());
    stack.defer(() => this.#files.close());
    stack.defer(() => this.#writer.close());
  }
}

function rowsOf(batches: readonly SteppedBatch[]): number {
  return batches.reduce((sum, batch) => sum + batch.ids.length, 0);
}

/** Closed files never change, so a hard link is a copy. The open tables are copied in one transaction. */
export async function copyStore(engine: Engine, files: PartitionFiles, dir: string): Promise<void> {
  const packs = join(dir, 'partitions');
  await mkdir(packs, { recursive: true, mode: 0o700 });
  for (const tier of tierNames)
    for (const { path } of files.all(tier)) await linkOrCopy(path, join(packs, basename(path)));
  const target = join(dir, 'open.duckdb').replaceAll("'", "''");
  await engine.run(`ATTACH '${target}' AS copied`);
  try {
    await engine.run('COPY FROM DATABASE "open" TO copied');
    await engine.run('CHECKPOINT copied');
  } finally {
    await engine.run('DETACH copied');
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // The file was set aside as damaged meanwhile.
    if (code === 'ENOENT') return;
    if (code !== 'EXDEV' && code !== 'EPERM' && code !== 'EMLINK') throw error;
    await copyFile(from, to);
  }
}
