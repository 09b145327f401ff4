import { copyFile, link, mkdir, readdir, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Mutex } from 'async-mutex';
import type { SteppedBatch } from '../check-input.ts';
import { findLatest, type LatestSource } from '../find-latest.ts';
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
import type { PackedSeries } from '../packed-series.ts';
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
import { type OnDamage, openDatabase } from './damage/open-database.ts';
import { Engine, isDamaged, isDiskFull } from './duckdb.ts';
import { PartitionFiles } from './files/partition-files.ts';
import { PointSums } from './files/point-sums.ts';
import { createMaintenance, type MaintenanceRun } from './maintenance.ts';
import { writeToOpenTables } from './open-tables/open-table-writer.ts';
import { OpenTables } from './open-tables/open-tables.ts';
import { rescueTables } from './open-tables/rescue-tables.ts';
import { packSeries, TopAccumulator } from './query/accumulators.ts';
import { sampleReader } from './query/sample-reader.ts';
import { sourceFinder } from './query/sample-sources.ts';
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

/**
 * A new table keeps a block of 256 KiB per column in memory until a checkpoint, however few rows it has. A backlog
 * makes the tables of days while DuckDB's log is still too small for its own checkpoint.
 */
const MAX_TABLES_IN_MEMORY = 24;

export type StoreCore = Awaited<ReturnType<typeof openStoreCore>>;

/** The embedded store. It runs in a worker thread. */
export async function openStoreCore(options: CoreOptions, nowMs: number, onReport: OnDamage = () => {}) {
  const { dir, tiers } = options;
  let lostCnt = 0;
  const onDamage: OnDamage = (damage) => {
    lostCnt += damage.cnt;
    onReport(damage);
  };
  using stack = new DisposableStack();
  const engine = new Engine(await openDatabase(options, onDamage));
  stack.defer(() => engine.close());
  const open = await OpenTables.load(engine, nowMs);
  const files = await PartitionFiles.open(dir, onDamage);
  stack.defer(() => files.close());
  const connection = await engine.connect();
  stack.defer(() => connection.closeSync());
  // Closes each part, also when another fails: an open file would block the next start.
  const opened = stack.move();
  const findSources = sourceFinder(tiers, files, open);
  const reader = sampleReader(engine, findSources);
  const queue = new WriteQueue(write, options.maxQueuedRows);
  let tablesInMemory = 0;
  const readers = new Set<Promise<unknown>>();
  const maintaining = new Mutex();
  const betweenWrites = (work: () => void) => queue.between(work);
  const readersGone = async () => {
    await Promise.allSettled(readers);
  };
  const maintain = createMaintenance({
    engine,
    tiers,
    files,
    open,
    findSources,
    betweenWrites,
    readersGone,
    isSpaceLow,
  });

  async function isSpaceLow(): Promise<boolean> {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize < options.minFreeBytes;
  }

  async function write(batches: readonly SteppedBatch[], atMs: number): Promise<void> {
    if (await isSpaceLow()) throw new MetricStoreError('diskFull', 'the disk of the metric store is full');
    try {
      tablesInMemory += await writeToOpenTables(connection, open, batches, tiers[0].partitionMs, atMs);
    } catch (error) {
      await freeMemory();
      if (isDiskFull(error))
        throw new MetricStoreError('diskFull', 'the disk of the metric store is full', { cause: error });
      throw error;
    }
    if (tablesInMemory >= MAX_TABLES_IN_MEMORY) await freeMemory();
  }

  /** Afterwards DuckDB can remove the tables from memory. Fails while maintenance writes; the next write repeats it. */
  async function freeMemory(): Promise<void> {
    await connection.run('CHECKPOINT').then(
      () => {
        tablesInMemory = 0;
      },
      () => undefined,
    );
  }

  const rescuing = new Mutex();
  /** Runs again without the damaged rows when DuckDB finds damage. The second time, another reader removed them. */
  async function withRescue<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isDamaged(error)) throw error;
        const rescuedCnt = await rescuing.runExclusive(() =>
          rescueTables({ engine, open, betweenWrites, readersGone, onDamage }),
        );
        if (rescuedCnt === 0 && attempt > 0) throw error;
      }
    }
  }

  function read<Result>(query: () => Promise<Result>): Promise<Result> {
    return withRescue(async () => {
      const result = query();
      readers.add(result);
      try {
        return await result;
      } finally {
        readers.delete(result);
      }
    });
  }

  function readGrid(query: AggregateQuery, grid: Grid): Promise<PackedSeries> {
    return read(async () => {
      const sums = new PointSums(grid, query.metrics.length);
      await reader.rows({ ...query, grid }, sums);
      return packSeries(query, grid, sums);
    });
  }

  return {
    async append(batches: readonly SteppedBatch[], atMs: number): Promise<AppendResult> {
      const oldestMs = horizonMs(tiers, 0, atMs);
      const kept = batches.filter((batch) => batch.tsMs >= oldestMs && batch.ids.length > 0);
      const rows = rowsOf(kept);
      if (rows > 0) await queue.add(kept, rows, atMs);
      return { rows, tooOldRows: rowsOf(batches) - rows };
    },

    series: (query: SeriesQuery, atMs: number) => readGrid(query, planGrid(tiers, query, atMs)),

    aggregate: (query: AggregateQuery, atMs: number) => readGrid(query, planAggregate(tiers, query, atMs)),

    top(query: TopQuery, atMs: number): Promise<readonly TopRow[]> {
      const { scope, metric, limit } = query;
      const grid = planTopRange(tiers, query, atMs);
      return read(async () => {
        const sums = new TopAccumulator(grid);
        await reader.totals({ ...query, grid }, metric, sums);
        return sums.result(limit, stepsPerUnit(scope, metric));
      });
    },

    latest(query: LatestQuery, atMs: number): Promise<LatestAnswer> {
      const { scope } = query;
      const source: LatestSource = {
        firstWindowMs: FIRST_WINDOW_MS,
        rows: (span, ids) => read(() => reader.newestRows(scope, span, ids)),
        idsBeside: (span, found) => read(() => reader.idsBeside(scope, span, found)),
      };
      return findLatest(source, query, tiers, atMs);
    },

    maintain: (options: MaintenanceRun) =>
      maintaining.runExclusive(() => withRescue(() => maintain(options))),

    /** Copies between two runs of maintenance, so that no file is replaced meanwhile. Appends continue. */
    copyTo: (target: string) => maintaining.runExclusive(() => copyStore(engine, files, target)),

    async stats(): Promise<StoreStats> {
      const openBuckets = open.buckets();
      const openBytes = await engine.rows(
        `SELECT (used_blocks * block_size)::DOUBLE FROM pragma_database_size() WHERE database_name = 'open'`,
      );
      const damagedOpen = (await readdir(dir)).filter((name) => name.endsWith('.damaged'));
      return {
        damagedFiles: [...damagedOpen, ...files.damaged],
        lostCnt,
        tiers: [
          {
            tier: 'open',
            rows: open.all().reduce((sum, table) => sum + table.rows, 0),
            bytes: Number(openBytes[0]?.[0] ?? 0),
            oldestMs: openBuckets.size > 0 ? Math.min(...openBuckets) : null,
          },
          ...tiers.map(({ name }) => {
            const ofTier = files.all(name);
            const indexes = ofTier.flatMap(({ pack }) => [...pack.scopes.values()]);
            return {
              tier: name,
              rows: indexes.reduce((sum, { rows }) => sum + rows, 0),
              bytes: ofTier.reduce((sum, { pack }) => sum + pack.bytes, 0),
              oldestMs: ofTier[0]?.startMs ?? null,
            };
          }),
        ],
      };
    },

    async close(): Promise<void> {
      await queue.drained();
      await maintaining.waitForUnlock();
      await Promise.allSettled(readers);
      opened.dispose();
    },
  };
}

function rowsOf(batches: readonly SteppedBatch[]): number {
  return batches.reduce((sum, batch) => sum + batch.ids.length, 0);
}

/** Closed files never change, so a hard link is a copy. The open tables are copied in one transaction. */
async function copyStore(engine: Engine, files: PartitionFiles, dir: string): Promise<void> {
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
