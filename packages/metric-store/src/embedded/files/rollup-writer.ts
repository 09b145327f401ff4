import { setImmediate } from 'node:timers/promises';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/metrics';
import type { Tier } from '../../tiers.ts';
import { chunkOf, type PackFile, type PackWriter } from './pack-file.ts';
import { newPoints, type Points } from './pack-record.ts';
import { type Accumulator, addRecordTo, slotsOf } from './row-merge.ts';

/** Chunks of each file in memory at a time, so that memory does not grow with the number of objects. */
const CHUNKS_AT_ONCE = 16;

/** Writes one scope of a rollup from the files of the finer tier, which are sorted by id. */
export async function writeRollup(
  writer: PackWriter,
  scope: MetricScope,
  files: readonly PackFile[],
  tier: Tier,
  startMs: number,
): Promise<void> {
  const metrics: readonly string[] = metricNames(scope);
  const sources = files.flatMap((pack) => {
    const index = pack.scopes.get(scope);
    return index ? [{ pack, firstIds: index.firstIds, slots: slotsOf(index.metrics, metrics) }] : [];
  });
  if (sources.length === 0) return;
  writer.begin(scope, metrics);
  const sums = new RollupAccumulator(metrics.length, tier, startMs);
  for (let lowId = 0; lowId < Number.POSITIVE_INFINITY; ) {
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
    sums.writeTo(writer);
    await writer.drain();
    // Yields, because appends wait for the same thread.
    await setImmediate();
    lowId = highId;
  }
}

interface Sums {
  n: Float64Array;
  sum: Float64Array;
  low: Float64Array;
  high: Float64Array;
}

class RollupAccumulator implements Accumulator {
  readonly #startMs: number;
  readonly #stepMs: number;
  readonly #slotCnt: number;
  readonly #sums: Sums[];
  readonly #positions = new Map<number, number>();
  readonly #points: Points;
  readonly #times: Float64Array;
  readonly #rows: Int32Array;
  #capacity = 0;
  #lastId = 0;
  #lastPosition = 0;

  constructor(metricCnt: number, tier: Tier, startMs: number) {
    this.#startMs = startMs;
    this.#stepMs = tier.stepMs;
    this.#slotCnt = tier.partitionMs / tier.stepMs;
    this.#points = newPoints(this.#slotCnt, 'rollup');
    this.#times = new Float64Array(this.#slotCnt);
    this.#rows = new Int32Array(this.#slotCnt);
    const none = new Float64Array();
    this.#sums = Array.from({ length: metricCnt }, () => ({ n: none, sum: none, low: none, high: none }));
  }

  add(id: number, metric: number, ts: number, n: number, sum: number, low: number, high: number): void {
    const slot = Math.floor((ts - this.#startMs) / this.#stepMs);
    if (slot < 0 || slot >= this.#slotCnt) return;
    const at = this.#positionOf(id) * this.#slotCnt + slot;
    const sums = this.#sums[metric];
    if (!sums) return;
    const before = sums.n[at] ?? 0;
    sums.n[at] = before + n;
    sums.sum[at] = (sums.sum[at] ?? 0) + sum;
    if (before === 0 || low < (sums.low[at] ?? 0)) sums.low[at] = low;
    if (before === 0 || high > (sums.high[at] ?? 0)) sums.high[at] = high;
  }

  #positionOf(id: number): number {
    if (id === this.#lastId) return this.#lastPosition;
    const position = this.#positions.get(id) ?? this.#positions.size;
    this.#positions.set(id, position);
    if (position >= this.#capacity) this.#grow();
    this.#lastId = id;
    this.#lastPosition = position;
    return position;
  }

  #grow(): void {
    this.#capacity = Math.max(64, this.#capacity * 2);
    const larger = (values: Float64Array) => {
      const made = new Float64Array(this.#capacity * this.#slotCnt);
      made.set(values);
      return made;
    };
    for (const sums of this.#sums) {
      sums.n = larger(sums.n);
      sums.sum = larger(sums.sum);
      sums.low = larger(sums.low);
      sums.high = larger(sums.high);
    }
  }

  /** Writes the sums and clears them. */
  writeTo(writer: PackWriter): void {
    for (const id of [...this.#positions.keys()].sort((a, b) => a - b)) {
      const from = (this.#positions.get(id) ?? 0) * this.#slotCnt;
      const rowCnt = this.#knownRows(from);
      if (rowCnt === 0) continue;
      writer.add(id, rowCnt, (record) => {
        record.times(this.#times, rowCnt);
        for (const sums of this.#sums) {
          this.#collect(sums, from, rowCnt);
          record.points(this.#points, rowCnt);
        }
      });
    }
    const used = this.#positions.size * this.#slotCnt;
    for (const { n, sum } of this.#sums) {
      n.fill(0, 0, used);
      sum.fill(0, 0, used);
    }
    this.#positions.clear();
    this.#lastId = 0;
  }

  #knownRows(from: number): number {
    let rowCnt = 0;
    for (let slot = 0; slot < this.#slotCnt; slot++) {
      if (!this.#sums.some(({ n }) => (n[from + slot] ?? 0) > 0)) continue;
      this.#rows[rowCnt] = slot;
      this.#times[rowCnt++] = this.#startMs + slot * this.#stepMs;
    }
    return rowCnt;
  }

  #collect(sums: Sums, from: number, rowCnt: number): void {
    const points = this.#points;
    let count = 0;
    for (let row = 0; row < rowCnt; row++) {
      const at = from + (this.#rows[row] ?? 0);
      const n = sums.n[at] ?? 0;
      if (n === 0) continue;
      points.rows[count] = row;
      points.n[count] = n;
      points.sum[count] = sums.sum[at] ?? 0;
      points.low[count] = sums.low[at] ?? 0;
      points.high[count++] = sums.high[at] ?? 0;
    }
    points.count = count;
  }
}
