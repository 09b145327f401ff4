import { floorTo, type Tiers, tierAt } from '../../tiers.ts';
import type { Partition, PartitionFiles } from '../files/partition-files.ts';
import type { OpenTable, OpenTables } from '../open-tables/open-tables.ts';

/** Longer files are read in several slices, so that the samples of all objects advance together. */
const MAX_SLICE_MS = 86_400_000;

/** A part of the history: one resolution and a time span within a day (UTC). */
export interface ExportSlice {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  /** Approximate number of rows. */
  readonly rowCnt: number;
  readonly file: Partition | undefined;
  /** Tables with raw rows that are in no file. */
  readonly open: readonly OpenTable[];
}

/**
 * The whole history as slices without overlap, oldest first. Each instant comes from the finest tier that has
 * it: a coarser file fills only the spans whose finer files are gone.
 */
export function exportSlices(tiers: Tiers, files: PartitionFiles, open: OpenTables): readonly ExportSlice[] {
  const slices: ExportSlice[] = [];
  const openBuckets = open.buckets();
  const startsOf = tiers.map(({ name }, level) => [
    ...files.all(name).map(({ startMs }) => startMs),
    ...(level === 0 ? openBuckets : []),
  ]);
  /** Partitions of each level that have finer data. */
  const withFiner = tiers.map(
    ({ partitionMs }, level) =>
      new Set(
        startsOf
          .slice(0, level)
          .flat()
          .map((startMs) => floorTo(startMs, partitionMs)),
      ),
  );
  const top = tiers.length - 1;
  const topStarts = new Set(
    startsOf.flat().map((startMs) => floorTo(startMs, tierAt(tiers, top).partitionMs)),
  );
  for (const startMs of [...topStarts].sort((a, b) => a - b)) walk(top, startMs);
  return slices;

  /** False: there is no data of this level or a finer one. */
  function walk(level: number, startMs: number): boolean {
    const { name, partitionMs } = tierAt(tiers, level);
    const file = files.get(name, startMs);
    if (!withFiner[level]?.has(startMs)) {
      if (file || (level === 0 && openBuckets.has(startMs))) add(level, file, startMs, startMs + partitionMs);
      return file !== undefined || (level === 0 && openBuckets.has(startMs));
    }
    const finerMs = tierAt(tiers, level - 1).partitionMs;
    for (let fromMs = startMs; fromMs < startMs + partitionMs; fromMs += finerMs)
      if (!walk(level - 1, fromMs) && file) add(level, file, fromMs, fromMs + finerMs);
    return true;
  }

  function add(level: number, file: Partition | undefined, fromMs: number, toMs: number): void {
    const { partitionMs } = tierAt(tiers, level);
    const tables = level === 0 ? open.all().filter(({ bucketMs }) => bucketMs === fromMs) : [];
    const openCnt = tables.reduce((sum, { rows }) => sum + rows, 0);
    const fileCnt = [...(file?.pack.scopes.values() ?? [])].reduce((sum, { rows }) => sum + rows, 0);
    for (let at = fromMs; at < toMs; at += MAX_SLICE_MS) {
      const endMs = Math.min(at + MAX_SLICE_MS, toMs);
      const rowCnt = Math.ceil((fileCnt * (endMs - at)) / partitionMs) + openCnt;
      slices.push({ fromMs: at, toMs: endMs, rowCnt, file, open: tables });
    }
  }
}
