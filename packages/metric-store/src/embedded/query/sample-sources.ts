import type { MetricScope } from '@gwanje/kinds/registry';
import { floorTo, type Tiers, tierAt } from '../../tiers.ts';
import type { Partition, PartitionFiles } from '../files/partition-files.ts';
import type { OpenTable, OpenTables } from '../open-tables/open-tables.ts';

interface Wanted {
  readonly scope: MetricScope;
  readonly level: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** A quarter of an hour: its file, and the tables with rows that are in no file. */
export interface Bucket {
  readonly file: Partition | undefined;
  readonly open: readonly OpenTable[];
}

interface Found {
  readonly buckets: Bucket[];
  readonly rollups: Partition[];
}

/**
 * Finds files and tables of a time span: files of the requested tier, or of a finer tier where the requested
 * tier has no file yet.
 */
export class Sources {
  readonly #tiers: Tiers;
  readonly #files: PartitionFiles;
  readonly #open: OpenTables;

  constructor(tiers: Tiers, files: PartitionFiles, open: OpenTables) {
    this.#tiers = tiers;
    this.#files = files;
    this.#open = open;
  }

  /** Files may extend beyond the span. No two of them cover the same time. */
  find({ scope, level, startMs, endMs }: Wanted): Found {
    const found: Found = { buckets: [], rollups: [] };
    this.#walk(scope, level, startMs, endMs, found, this.#open.buckets());
    return found;
  }

  #walk(
    scope: MetricScope,
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
      if (level === 0) this.#addBucket(scope, startMs, found);
      else {
        const file = this.#files.get(name, startMs);
        // Late rows are not in the rollups yet.
        const isWhole = file && !hasBetween(openBuckets, startMs, endMs);
        if (isWhole) found.rollups.push(file);
        else if (this.#hasBelow(level, startMs, endMs, openBuckets))
          this.#walk(scope, level - 1, lowMs, highMs, found, openBuckets);
        else if (file) found.rollups.push(file);
      }
    }
  }

  /** Old time ranges have no finer files. This check avoids a loop over 400 days of quarter hours. */
  #hasBelow(level: number, startMs: number, endMs: number, openBuckets: ReadonlySet<number>): boolean {
    if (hasBetween(openBuckets, startMs, endMs)) return true;
    return this.#tiers
      .slice(0, level)
      .some(({ name }) =>
        this.#files.all(name).some((file) => file.startMs >= startMs && file.startMs < endMs),
      );
  }

  #addBucket(scope: MetricScope, bucketMs: number, found: Found): void {
    const file = this.#files.get('raw', bucketMs);
    const open = this.#open.all().filter((table) => table.scope === scope && table.bucketMs === bucketMs);
    if (file || open.length > 0) found.buckets.push({ file, open });
  }
}

function hasBetween(buckets: ReadonlySet<number>, startMs: number, endMs: number): boolean {
  for (const bucketMs of buckets) if (bucketMs >= startMs && bucketMs < endMs) return true;
  return false;
}
