import type { MetricScope } from '@gwanje/contract/metrics';
import { floorTo, type Tiers, tierAt } from '../tiers.ts';
import type { OpenTable, OpenTables } from './open-tables.ts';
import type { Partition, PartitionFiles } from './partition-files.ts';
import { type FileTable, partOfRaw, partOfRollup, rawRows } from './sql.ts';

interface Wanted {
  readonly scope: MetricScope;
  readonly metrics: readonly string[];
  readonly level: number;
  readonly startMs: number;
  readonly endMs: number;
  /** A condition on id. */
  readonly where: string;
}

/** Tables that hold the samples asked for, each with the condition on its rows, and the files they are in. */
interface Found {
  readonly buckets: {
    readonly file: FileTable | undefined;
    readonly open: readonly OpenTable[];
    readonly where: string;
  }[];
  readonly rollups: { readonly table: FileTable; readonly where: string }[];
  readonly files: Partition[];
}

/** Where the samples of a span are: in the file of the tier asked for, or below it where there is none yet. */
export class Sources {
  readonly #tiers: Tiers;
  readonly #files: PartitionFiles;
  readonly #open: OpenTables;

  constructor(tiers: Tiers, files: PartitionFiles, open: OpenTables) {
    this.#tiers = tiers;
    this.#files = files;
    this.#open = open;
  }

  find(wanted: Wanted): Found {
    const found: Found = { buckets: [], rollups: [], files: [] };
    this.#walk(wanted, wanted.level, wanted.startMs, wanted.endMs, found, this.#open.buckets());
    return found;
  }

  /** Everything as parts, to be added up in SQL. */
  parts(wanted: Wanted): { sql: string[]; files: Partition[] } {
    const { metrics } = wanted;
    const { buckets, rollups, files } = this.find(wanted);
    const ofRaw = buckets.map(({ file, open, where }) =>
      partOfRaw(rawRows(file, open, metrics, where), metrics),
    );
    return {
      sql: [...rollups.map(({ table, where }) => partOfRollup(table, metrics, where)), ...ofRaw],
      files,
    };
  }

  #walk(
    wanted: Wanted,
    level: number,
    fromMs: number,
    toMs: number,
    found: Found,
    openBuckets: ReadonlySet<number>,
  ): void {
    const { partitionMs, name } = tierAt(this.#tiers, level);
    for (let startMs = floorTo(fromMs, partitionMs); startMs < toMs; startMs += partitionMs) {
      const endMs = startMs + partitionMs;
      const [lowMs, highMs] = [Math.max(fromMs, startMs), Math.min(toMs, endMs)];
      if (level === 0) this.#addRaw(wanted, startMs, lowMs, highMs, found);
      else {
        const file = this.#files.get(name, startMs);
        // Rows that came late are not in the rollups yet.
        const isWhole = file && !hasBetween(openBuckets, startMs, endMs);
        if (isWhole) this.#addRollup(wanted, level, file, lowMs, highMs, found);
        else if (this.#hasBelow(level, startMs, endMs, openBuckets))
          this.#walk(wanted, level - 1, lowMs, highMs, found, openBuckets);
        else if (file) this.#addRollup(wanted, level, file, lowMs, highMs, found);
      }
    }
  }

  /** Far back there is nothing below, and four hundred days of quarter hours need not be walked. */
  #hasBelow(level: number, startMs: number, endMs: number, openBuckets: ReadonlySet<number>): boolean {
    if (hasBetween(openBuckets, startMs, endMs)) return true;
    return this.#tiers
      .slice(0, level)
      .some(({ name }) =>
        this.#files.all(name).some((file) => file.startMs >= startMs && file.startMs < endMs),
      );
  }

  #addRaw(wanted: Wanted, bucketMs: number, lowMs: number, highMs: number, found: Found): void {
    const bucket = this.#bucket(wanted.scope, bucketMs, this.#open.all());
    if (!bucket.file && bucket.open.length === 0) return;
    found.buckets.push({ ...bucket, where: `${wanted.where} AND ${between(lowMs, highMs)}` });
    const file = this.#files.get('raw', bucketMs);
    if (file) found.files.push(file);
  }

  #addRollup(
    wanted: Wanted,
    level: number,
    file: Partition,
    lowMs: number,
    highMs: number,
    found: Found,
  ): void {
    const table = this.#tableOf(file, wanted.scope, level);
    if (!table) return;
    found.rollups.push({ table, where: `${wanted.where} AND ${between(lowMs, highMs)}` });
    found.files.push(file);
  }

  /** Rows of one bucket, out of its file and what came since. */
  rawBucket(
    scope: MetricScope,
    metrics: readonly string[],
    bucketMs: number,
    where: string,
    openTables: readonly OpenTable[],
  ): string | undefined {
    const { file, open } = this.#bucket(scope, bucketMs, openTables);
    return file || open.length > 0 ? rawRows(file, open, metrics, where) : undefined;
  }

  #bucket(scope: MetricScope, bucketMs: number, openTables: readonly OpenTable[]) {
    const file = this.#files.get('raw', bucketMs);
    return {
      file: file && this.#tableOf(file, scope, 0),
      open: openTables.filter((rows) => rows.scope === scope && rows.bucketMs === bucketMs),
    };
  }

  #tableOf(file: Partition, scope: MetricScope, level: number): FileTable | undefined {
    const table = file.tables.get(scope);
    if (!table) return undefined;
    const { stepMs } = tierAt(this.#tiers, level);
    return { scope, from: `"${file.alias}".${scope}`, startMs: file.startMs, stepMs, has: table.has };
  }
}

function hasBetween(buckets: ReadonlySet<number>, startMs: number, endMs: number): boolean {
  for (const bucketMs of buckets) if (bucketMs >= startMs && bucketMs < endMs) return true;
  return false;
}

function between(lowMs: number, highMs: number): string {
  return `ts >= ${lowMs} AND ts < ${highMs}`;
}
