import { setImmediate } from 'node:timers/promises';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
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
  /** The row of each point. */
  const rowOf = new Int32Array(pointCnt);
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
    for (const id of sums.ids()) writeObject(id, sums);
    await writer.drain();
    // Yields, because appends wait for the same thread.
    await setImmediate();
    lowId = highId;
  }

  /** Writes a row for each point that has a value of any metric. */
  function writeObject(id: number, sums: PointSums): void {
    rowOf.fill(-1);
    metrics.forEach((_, metric) => {
      sums.each(id, metric, (point) => {
        rowOf[point] = 0;
      });
    });
    let rowCnt = 0;
    for (let point = 0; point < pointCnt; point++) {
      if (rowOf[point] === -1) continue;
      rowOf[point] = rowCnt;
      times[rowCnt++] = startMs + point * stepMs;
    }
    writer.add(id, rowCnt, (record) => {
      record.times(times, rowCnt);
      metrics.forEach((_, metric) => {
        points.count = 0;
        sums.each(id, metric, (point, n, sum, low, high) => {
          const at = points.count++;
          points.rows[at] = rowOf[point] ?? 0;
          points.n[at] = n;
          points.sum[at] = sum;
          points.low[at] = low;
          points.high[at] = high;
        });
        record.points(points, rowCnt);
      });
    });
  }
}
