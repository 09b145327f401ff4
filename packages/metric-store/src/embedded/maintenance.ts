import { metricScopes } from '@gwanje/kinds/registry';
import { type ClockDoubt, type ClockReading, type ClockState, checkClock } from '../clock-doubt.ts';
import { floorTo, horizonMs, type Tier, type Tiers, tierAt } from '../tiers.ts';
import type { Engine } from './duckdb.ts';
import { BucketWriter } from './files/bucket-writer.ts';
import { DamagedFileError } from './files/pack-file.ts';
import type { Partition, PartitionFiles } from './files/partition-files.ts';
import { writeRollup } from './files/rollup-writer.ts';
import type { OpenTable, OpenTables } from './open-tables/open-tables.ts';
import type { Sources } from './query/sample-sources.ts';

/** A bucket stays open for this time after its end, because agents are a few seconds late. */
const CLOSE_AFTER_MS = 60_000;
/** A bucket that still gets rows stays open. Otherwise its file would be rewritten again and again. */
const SETTLE_MS = 30_000;
/** A bucket with a file stays open longer, because its rollups must be rewritten too. */
const LATE_SETTLE_MS = 120_000;
const MAX_OPEN_MS = 900_000;
/** When this many ended buckets get rows, agents are sending a backlog. No bucket is closed meanwhile. */
const BACKLOG_BUCKETS = 3;

export interface MaintenanceParts {
  readonly engine: Engine;
  readonly tiers: Tiers;
  readonly files: PartitionFiles;
  readonly open: OpenTables;
  readonly sources: Sources;
  /** Runs `work` between two writes. */
  readonly betweenWrites: (work: () => void) => Promise<void>;
  /** Resolves when all current queries have ended. */
  readonly readersGone: () => Promise<void>;
}

/** Closes buckets, makes rollups and drops old data. The next run repeats work that a crash interrupted. */
export class Maintenance {
  readonly #parts: MaintenanceParts;
  readonly #dueSinceMs = new Map<number, number>();
  #clock: ClockState | undefined;

  constructor(parts: MaintenanceParts) {
    this.#parts = parts;
  }

  /**
   * Sets a damaged file aside and continues. Returns why the clock is not trusted, if no data was dropped.
   */
  async run(clock: Omit<ClockReading, 'newestMs'>): Promise<ClockDoubt | null> {
    this.#clock = checkClock(this.#clock, { ...clock, newestMs: this.#newestMs() });
    const { doubt } = this.#clock;
    for (;;) {
      try {
        await this.#run(clock.wallMs, doubt === null);
        return doubt;
      } catch (error) {
        if (!(error instanceof DamagedFileError)) throw error;
        await this.#parts.files.setAside(error.path);
      }
    }
  }

  async #run(nowMs: number, mayDrop: boolean): Promise<void> {
    const { open, tiers } = this.#parts;
    const due = [...open.buckets()]
      .toSorted((a, b) => a - b)
      .filter((bucketMs) => this.#isDue(bucketMs, nowMs));
    for (const bucketMs of due) await this.#closeBucket(bucketMs);
    for (let level = 1; level < tiers.length; level++) await this.#makeRollups(level, nowMs);
    for (let level = 0; level < tiers.length && mayDrop; level++) await this.#dropOld(level, nowMs);
  }

  /** The end of the newest partition. */
  #newestMs(): number | null {
    const { files, open, tiers } = this.#parts;
    const ends = [...open.buckets()].map((bucketMs) => bucketMs + tiers[0].partitionMs);
    for (const { name, partitionMs } of tiers) {
      const last = files.all(name).at(-1);
      if (last) ends.push(last.startMs + partitionMs);
    }
    return ends.length > 0 ? Math.max(...ends) : null;
  }

  #isDue(bucketMs: number, nowMs: number): boolean {
    if (!this.#hasEnded(bucketMs, nowMs)) return false;
    const sinceMs = this.#dueSinceMs.get(bucketMs) ?? nowMs;
    this.#dueSinceMs.set(bucketMs, sinceMs);
    if (nowMs - sinceMs >= MAX_OPEN_MS) return true;
    const settleMs = this.#parts.files.get('raw', bucketMs) ? LATE_SETTLE_MS : SETTLE_MS;
    return !this.#isWritten(bucketMs, nowMs - settleMs) && !this.#isBacklog(nowMs);
  }

  #hasEnded(bucketMs: number, nowMs: number): boolean {
    return hasEnded(bucketMs, this.#parts.tiers[0].partitionMs, nowMs);
  }

  #isWritten(bucketMs: number, sinceMs: number): boolean {
    return tablesOf(this.#parts.open, bucketMs).some((table) => table.lastAppendMs > sinceMs);
  }

  #isBacklog(nowMs: number): boolean {
    const ended = [...this.#parts.open.buckets()].filter((bucketMs) => this.#hasEnded(bucketMs, nowMs));
    const written = ended.filter((bucketMs) => this.#isWritten(bucketMs, nowMs - SETTLE_MS));
    return written.length >= BACKLOG_BUCKETS;
  }

  async #closeBucket(bucketMs: number): Promise<void> {
    const { engine, files, open, betweenWrites, readersGone } = this.#parts;
    const tables: OpenTable[] = [];
    await betweenWrites(() => {
      tables.push(...tablesOf(open, bucketMs));
      for (const table of tables) table.sealed = true;
    });
    const old = files.get('raw', bucketMs);
    await files.write(
      'raw',
      bucketMs,
      async (writer) => {
        for (const scope of metricScopes) await new BucketWriter(engine, writer, scope, tables, old).write();
      },
      () => this.#dropRollups(bucketMs),
    );
    for (const table of tables) open.remove(table);
    this.#dueSinceMs.delete(bucketMs);
    await readersGone();
    for (const table of tables) await engine.run(`DROP TABLE ${table.name}`);
    if (old) await files.dispose(old);
  }

  /** Runs before the bucket changes, so that a crash never leaves a rollup without its late rows. */
  async #dropRollups(bucketMs: number): Promise<void> {
    const { tiers } = this.#parts;
    for (const tier of tiers.slice(1)) {
      const rollup = this.#parts.files.get(tier.name, floorTo(bucketMs, tier.partitionMs));
      if (rollup) await this.#drop(rollup);
    }
  }

  async #drop(partition: Partition): Promise<void> {
    this.#parts.files.remove(partition);
    await this.#parts.readersGone();
    await this.#parts.files.dispose(partition);
  }

  async #makeRollups(level: number, nowMs: number): Promise<void> {
    const { files, open, tiers } = this.#parts;
    const tier = tierAt(tiers, level);
    const below = tierAt(tiers, level - 1);
    const starts = new Set(files.all(below.name).map((file) => floorTo(file.startMs, tier.partitionMs)));
    const openStarts = new Set([...open.buckets()].map((bucketMs) => floorTo(bucketMs, tier.partitionMs)));
    for (const startMs of starts) {
      const isClosed = hasEnded(startMs, tier.partitionMs, nowMs) && !openStarts.has(startMs);
      if (isClosed && !files.get(tier.name, startMs)) await this.#makeRollup(level, tier, startMs);
    }
  }

  async #makeRollup(level: number, tier: Tier, startMs: number): Promise<void> {
    const { files, sources } = this.#parts;
    const span = { level: level - 1, startMs, endMs: startMs + tier.partitionMs };
    await files.write(tier.name, startMs, async (writer) => {
      for (const scope of metricScopes) {
        const { buckets, rollups } = sources.find({ scope, ...span });
        const below = [...rollups, ...buckets.flatMap(({ file }) => file ?? [])];
        await writeRollup(
          writer,
          scope,
          below.map(({ pack }) => pack),
          tier,
          startMs,
        );
      }
    });
  }

  async #dropOld(level: number, nowMs: number): Promise<void> {
    const { files, tiers } = this.#parts;
    const tier = tierAt(tiers, level);
    const next = tiers[level + 1];
    const oldestMs = horizonMs(tiers, level, nowMs);
    for (const file of files.all(tier.name)) {
      if (file.startMs + tier.partitionMs > oldestMs) break;
      const isKeptAbove = !next || files.get(next.name, floorTo(file.startMs, next.partitionMs));
      if (isKeptAbove) await this.#drop(file);
    }
  }
}

function tablesOf(open: OpenTables, bucketMs: number): readonly OpenTable[] {
  return open.all().filter((table) => table.bucketMs === bucketMs);
}

function hasEnded(startMs: number, partitionMs: number, nowMs: number): boolean {
  return nowMs >= startMs + partitionMs + CLOSE_AFTER_MS;
}
