import { setImmediate } from 'node:timers/promises';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/metrics';
import type { Tier } from '../../tiers.ts';
import { chunkOf, type PackFile, type PackWriter } from './pack-file.ts';
import { newPoints } from './pack-record.ts';
import { PointSums } from './point-sums.ts';
import { addRecordTo, slotsOf } from './row-merge.ts';

/** Chunks of each file in memory at a time, so that memory does not grow with the number of objects. */
const CHUNKS_AT_ONCE = 16;

/** Writes one scope of a rollup from the files of the finer tier, which are sorted by id. */
export async function writeRollup(
  writer: PackWriter,
  scope: MetricScope,
  files: readonly PackFile[],
  { stepMs, partitionMs }: Tier,
  startMs: number,
): Promise<void> {
  const metrics: readonly string[] = metricNames(scope);
  const sources = files.flatMap((pack) => {
    const index = pack.scopes.get(scope);
    return index ? [{ pack, firstIds: index.firstIds, slots: slotsOf(index.metrics, metrics) }] : [];
  });
  if (sources.length === 0) return;
  writer.begin(scope, metrics);
  const pointCnt = partitionMs / stepMs;
  const points = newPoints(pointCnt, 'rollup');
  const times = new Float64Array(pointCnt);
  for (let lowId = 0; lowId < Number.POSITIVE_INFINITY; ) {
    const sums = new PointSums({ startMs, stepMs, pointCnt }, metrics.length);
    const firstChunk = (firstIds: Int32Array) => Math.max(0, chunkOf(firstIds, lowId));
    const highId = Math.min(
      ...sources.map(
        ({ firstIds }) => firstIds[firstChunk(firstIds) + CHUNKS_AT_ONCE] ?? Number.POSITIVE_INFINITY,
      ),
    );
    const isWanted = (id: number) => id >= lowId && id < highId;
    for (const { pack, firstIds, slots } of sources) {
      pack.visitChunks(
        scope,
        firstChunk(firstIds),
        chunkOf(firstIds, highId - 1) + 1,
        (id, record) => addRecordTo(id, record, slots, sums),
        isWanted,
      );
    }
    for (const id of sums.ids()) writeObject(id, sums.of(id));
    await writer.drain();
    // Yields, because appends wait for the same thread.
    await setImmediate();
    lowId = highId;
  }

  /** A row for each point that has a value of any metric. */
  function writeObject(id: number, sums: ReturnType<PointSums['of']>): void {
    const known: number[] = [];
    for (let point = 0; point < pointCnt; point++) {
      if (!sums.some(({ n }) => (n[point] ?? 0) > 0)) continue;
      times[known.length] = startMs + point * stepMs;
      known.push(point);
    }
    writer.add(id, known.length, (record) => {
      record.times(times, known.length);
      for (const { n, sum, low, high } of sums) {
        points.count = 0;
        known.forEach((point, row) => {
          if ((n[point] ?? 0) === 0) return;
          points.rows[points.count] = row;
          points.n[points.count] = n[point] ?? 0;
          points.sum[points.count] = sum[point] ?? 0;
          points.low[points.count] = low[point] ?? 0;
          points.high[points.count++] = high[point] ?? 0;
        });
        record.points(points, known.length);
      }
    });
  }
}
