import { metricScopes } from '@gwanje/kinds/registry';
import { floorTo, horizonMs, type Tier, type TierName, type Tiers, tierAt } from '../tiers.ts';
import type { Engine } from './duckdb.ts';
import { writeBucket } from './files/bucket-writer.ts';
import type { Partition, PartitionFiles } from './files/partition-files.ts';
import { writeRollup } from './files/rollup-writer.ts';
import type { OpenTable, OpenTables } from './open-tables/open-tables.ts';
import type { FindSources } from './query/sample-sources.ts';

/** A bucket stays open for this time after its end, because agents are a few seconds late. */
const CLOSE_AFTER_MS = 60_000;
/** A bucket that still gets rows stays open. Otherwise its file would be rewritten again and again. */
const SETTLE_MS = 30_000;
/** A bucket with a file stays open longer, because its rollups must be rewritten too. */
const LATE_SETTLE_MS = 120_000;
const MAX_OPEN_MS = 900_000;
/** When this many ended buckets get rows, agents are sending a backlog. No bucket is closed meanwhile. */
const BACKLOG_BUCKETS = 3;

/** After a run that could not drop all old files, the next one drops files after this time. */
const DROP_AGAIN_AFTER_MS = 3_600_000;

export interface MaintenanceRun {
  readonly nowMs: number;
  /** Time of a monotonic clock. */
  readonly monotonicMs: number;
  /** False: the clock may be wrong, so no data is dropped. */
  readonly mayDrop: boolean;
}

/** Number of dropped files by tier, without tiers that dropped none. */
export type DroppedFiles = Readonly<Partial<Record<TierName, number>>>;

interface MaintenanceParts {
  readonly engine: Engine;
  readonly tiers: Tiers;
  readonly files: PartitionFiles;
  readonly open: OpenTables;
  readonly findSources: FindSources;
  /** Runs `work` between two writes. */
  readonly betweenWrites: (work: () => void) => Promise<void>;
  /** Resolves when all current queries have ended. */
  readonly readersGone: () => Promise<void>;
  /** True: appends are refused because little disk space is free. */
  readonly isSpaceLow: () => Promise<boolean>;
}

/**
 * Returns a function that closes buckets, makes rollups and drops old data. The next run repeats work that a
 * crash interrupted.
 */
export function createMaintenance({
  engine,
  tiers,
  files,
  open,
  findSources,
  betweenWrites,
  readersGone,
  isSpaceLow,
}: MaintenanceParts) {
  const dueSinceMs = new Map<number, number>();
  let dropAgainMs = Number.NEGATIVE_INFINITY;

  async function run({ nowMs, monotonicMs, mayDrop }: MaintenanceRun): Promise<DroppedFiles> {
    const isLow = await isSpaceLow();
    const dropDue = async () =>
      mayDrop && monotonicMs >= dropAgainMs ? dropAllOld(isLow ? nowMs : agedFromMs(nowMs), monotonicMs) : {};
    // New files need space, so old ones go first when it is low.
    const droppedFirst = isLow ? await dropDue() : undefined;
    const due = [...open.buckets()].toSorted((a, b) => a - b).filter((bucketMs) => isDue(bucketMs, nowMs));
    for (const bucketMs of due) await closeBucket(bucketMs);
    for (let level = 1; level < tiers.length; level++) await makeRollups(level, nowMs);
    return droppedFirst ?? dropDue();
  }

  async function dropAllOld(fromMs: number, monotonicMs: number): Promise<DroppedFiles> {
    const dropped: Partial<Record<TierName, number>> = {};
    for (let level = 0; level < tiers.length; level++) {
      const { droppedCnt, isCapped } = await dropOld(level, fromMs);
      if (droppedCnt > 0) dropped[tierAt(tiers, level).name] = droppedCnt;
      if (isCapped) dropAgainMs = monotonicMs + DROP_AGAIN_AFTER_MS;
    }
    return dropped;
  }

  /**
   * The newest data counts too: a clock that is ahead does not make all data old. When space is low, no newer
   * data can come, so only the clock counts.
   */
  function agedFromMs(nowMs: number): number {
    return Math.min(nowMs, newestMs() ?? nowMs);
  }

  /** The end of the newest partition. */
  function newestMs(): number | null {
    const ends = [...open.buckets()].map((bucketMs) => bucketMs + tiers[0].partitionMs);
    for (const { name, partitionMs } of tiers) {
      const last = files.all(name).at(-1);
      if (last) ends.push(last.startMs + partitionMs);
    }
    return ends.length > 0 ? Math.max(...ends) : null;
  }

  function isDue(bucketMs: number, nowMs: number): boolean {
    if (!hasEnded(bucketMs, tiers[0], nowMs)) return false;
    const sinceMs = dueSinceMs.get(bucketMs) ?? nowMs;
    dueSinceMs.set(bucketMs, sinceMs);
    if (nowMs - sinceMs >= MAX_OPEN_MS) return true;
    const settleMs = files.get('raw', bucketMs) ? LATE_SETTLE_MS : SETTLE_MS;
    return !isWritten(bucketMs, nowMs - settleMs) && !isBacklog(nowMs);
  }

  function tablesOf(bucketMs: number): readonly OpenTable[] {
    return open.all().filter((table) => table.bucketMs === bucketMs);
  }

  function isWritten(bucketMs: number, sinceMs: number): boolean {
    return tablesOf(bucketMs).some((table) => table.lastAppendMs > sinceMs);
  }

  function isBacklog(nowMs: number): boolean {
    const written = [...open.buckets()].filter(
      (bucketMs) => hasEnded(bucketMs, tiers[0], nowMs) && isWritten(bucketMs, nowMs - SETTLE_MS),
    );
    return written.length >= BACKLOG_BUCKETS;
  }

  async function closeBucket(bucketMs: number): Promise<void> {
    const tables: OpenTable[] = [];
    await betweenWrites(() => {
      tables.push(...tablesOf(bucketMs));
      for (const table of tables) table.sealed = true;
    });
    const old = files.get('raw', bucketMs);
    await files.write(
      'raw',
      bucketMs,
      async (writer) => {
        for (const scope of metricScopes) await writeBucket(engine, writer, scope, tables, old);
      },
      () => dropRollups(bucketMs),
    );
    for (const table of tables) open.remove(table);
    dueSinceMs.delete(bucketMs);
    await readersGone();
    for (const table of tables) await engine.run(`DROP TABLE ${table.name}`);
    if (old) await files.dispose(old);
  }

  /** Runs before the bucket changes, so that a crash never leaves a rollup without its late rows. */
  async function dropRollups(bucketMs: number): Promise<void> {
    for (const tier of tiers.slice(1)) {
      const rollup = files.get(tier.name, floorTo(bucketMs, tier.partitionMs));
      if (rollup) await drop(rollup);
    }
  }

  async function drop(partition: Partition): Promise<void> {
    files.remove(partition);
    await readersGone();
    await files.dispose(partition);
  }

  async function makeRollups(level: number, nowMs: number): Promise<void> {
    const tier = tierAt(tiers, level);
    const finer = files.all(tierAt(tiers, level - 1).name);
    const starts = new Set(finer.map((file) => floorTo(file.startMs, tier.partitionMs)));
    const openStarts = new Set([...open.buckets()].map((bucketMs) => floorTo(bucketMs, tier.partitionMs)));
    for (const startMs of starts) {
      const isClosed = hasEnded(startMs, tier, nowMs) && !openStarts.has(startMs);
      if (isClosed && !files.get(tier.name, startMs)) await makeRollup(level, tier, startMs);
    }
  }

  async function makeRollup(level: number, tier: Tier, startMs: number): Promise<void> {
    const span = { level: level - 1, startMs, endMs: startMs + tier.partitionMs };
    await files.write(tier.name, startMs, async (writer) => {
      for (const scope of metricScopes) {
        const { buckets, rollups } = findSources({ scope, ...span });
        const finer = [...rollups, ...buckets.flatMap(({ file }) => file ?? [])];
        const packs = finer.map(({ pack }) => pack);
        await writeRollup(writer, scope, packs, tier, startMs);
      }
    });
  }

  /** Drops the files of one partition of the next tier: the horizon moves by so much, so no more are due normally. */
  async function dropOld(level: number, nowMs: number) {
    const tier = tierAt(tiers, level);
    const next = tiers[level + 1];
    const oldestMs = horizonMs(tiers, level, nowMs);
    let droppedCnt = 0;
    let firstMs: number | undefined;
    for (const file of files.all(tier.name)) {
      if (file.startMs + tier.partitionMs > oldestMs) break;
      const spanMs = floorTo(file.startMs, (next ?? tier).partitionMs);
      if (next && !files.get(next.name, spanMs)) continue;
      firstMs ??= spanMs;
      if (spanMs !== firstMs) return { droppedCnt, isCapped: true };
      await drop(file);
      droppedCnt++;
    }
    return { droppedCnt, isCapped: false };
  }

  return run;
}

function hasEnded(startMs: number, { partitionMs }: Tier, nowMs: number): boolean {
  return nowMs >= startMs + partitionMs + CLOSE_AFTER_MS;
}
