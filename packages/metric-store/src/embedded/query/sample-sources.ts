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

/** Files may extend beyond the span. No two of them cover the same time. */
export type FindSources = (wanted: Wanted) => {
  readonly buckets: readonly Bucket[];
  readonly rollups: readonly Partition[];
};

/**
 * Finds files and tables of a time span: files of the requested tier, or of a finer tier where the requested
 * tier has no file yet.
 */
export function sourceFinder(tiers: Tiers, files: PartitionFiles, open: OpenTables): FindSources {
  return ({ scope, level: wantedLevel, startMs: spanStartMs, endMs: spanEndMs }) => {
    const buckets: Bucket[] = [];
    const rollups: Partition[] = [];
    const openBuckets = [...open.buckets()];
    walk(wantedLevel, spanStartMs, spanEndMs);
    return { buckets, rollups };

    function walk(level: number, fromMs: number, toMs: number): void {
      const { partitionMs, name } = tierAt(tiers, level);
      for (let startMs = floorTo(fromMs, partitionMs); startMs < toMs; startMs += partitionMs) {
        const endMs = startMs + partitionMs;
        const file = files.get(name, startMs);
        const isWithin = (ms: number) => ms >= startMs && ms < endMs;
        if (level === 0) addBucket(startMs, file);
        // Late rows are not in the rollups yet.
        else if (file && !openBuckets.some(isWithin)) rollups.push(file);
        // Old time ranges have no finer files. This check avoids a loop over 400 days of quarter hours.
        else if (openBuckets.some(isWithin) || hasFiner(level, isWithin))
          walk(level - 1, Math.max(fromMs, startMs), Math.min(toMs, endMs));
        else if (file) rollups.push(file);
      }
    }

    function hasFiner(level: number, isWithin: (ms: number) => boolean): boolean {
      const finer = tiers.slice(0, level);
      return finer.some(({ name }) => files.all(name).some((file) => isWithin(file.startMs)));
    }

    function addBucket(bucketMs: number, file: Partition | undefined): void {
      const tables = open.all().filter((table) => table.scope === scope && table.bucketMs === bucketMs);
      if (file || tables.length > 0) buckets.push({ file, open: tables });
    }
  };
}
