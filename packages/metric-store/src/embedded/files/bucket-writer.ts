import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/metrics';
import type { Engine } from '../duckdb.ts';
import { distinctIds, sortedRowsOf } from '../open-tables/open-table-sql.ts';
import type { OpenTable } from '../open-tables/open-tables.ts';
import { chunkOf, type PackWriter } from './pack-file.ts';
import { newPoints, type Points, type RecordReader, type RecordWriter } from './pack-record.ts';
import type { Partition } from './partition-files.ts';
import { RowMerge, slotsOf } from './row-merge.ts';

/** Objects in memory at a time, so that memory does not grow with the number of objects. */
const IDS_AT_ONCE = 8192;
const CHUNKS_AT_ONCE = 256;

interface Slice {
  readonly afterId: number;
  readonly lastId: number;
}

/** Writes the rows of one bucket and scope: those in its open tables and in its previous file. */
export class BucketWriter {
  readonly #engine: Engine;
  readonly #writer: PackWriter;
  readonly #tables: readonly OpenTable[];
  readonly #old: Partition | undefined;
  readonly #scope: MetricScope;
  readonly #metrics: readonly string[];
  #times = new Float64Array(512);
  #points: Points = newPoints(512, 'raw');

  constructor(
    engine: Engine,
    writer: PackWriter,
    scope: MetricScope,
    tables: readonly OpenTable[],
    old: Partition | undefined,
  ) {
    this.#engine = engine;
    this.#writer = writer;
    this.#scope = scope;
    this.#metrics = metricNames(scope);
    this.#tables = tables.filter((table) => table.scope === scope);
    this.#old = old?.pack.scopes.has(scope) ? old : undefined;
  }

  async write(): Promise<void> {
    if (this.#tables.length === 0 && !this.#old) return;
    this.#writer.begin(this.#scope, this.#metrics);
    for (const slice of await this.#slices()) {
      const rows = await this.#openRows(slice);
      if (this.#old) this.#merge(this.#old, slice, rows);
      else this.#writeRows(rows);
      await this.#writer.drain();
    }
  }

  async #slices(): Promise<readonly Slice[]> {
    const [ids = new Float64Array()] =
      this.#tables.length > 0 ? await this.#engine.numbers(distinctIds(this.#tables, 'true')) : [];
    const firstIds = this.#old?.pack.scopes.get(this.#scope)?.firstIds ?? [];
    const bounds = [
      ...ids.sort().filter((_, index) => index % IDS_AT_ONCE === IDS_AT_ONCE - 1),
      ...[...firstIds].filter((_, index) => index % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1),
      2 ** 31,
    ].sort((a, b) => a - b);
    return bounds.map((lastId, index) => ({ afterId: bounds[index - 1] ?? 0, lastId }));
  }

  async #openRows({ afterId, lastId }: Slice): Promise<readonly Float64Array[]> {
    if (this.#tables.length === 0) return [];
    const where = `id > ${afterId} AND id <= ${lastId}`;
    return this.#engine.numbers(sortedRowsOf(this.#tables, this.#metrics, where));
  }

  /** Rows sorted by id and time. */
  #writeRows([ids, times, ...values]: readonly Float64Array[]): void {
    if (!ids || !times) return;
    for (let from = 0; from < ids.length; ) {
      const id = ids[from] ?? 0;
      let to = from + 1;
      while (to < ids.length && ids[to] === id) to++;
      const count = this.#fillTimes(times, from, to);
      this.#writer.add(id, count, (record) => {
        record.times(this.#times, count);
        for (const column of values) {
          this.#fillPoints(times, column, from, to);
          record.points(this.#points, count);
        }
      });
      from = to;
    }
  }

  #fillTimes(times: Float64Array, from: number, to: number): number {
    this.#reserve(to - from);
    let count = 0;
    for (let row = from; row < to; row++) {
      if (row > from && times[row] === times[row - 1]) continue;
      this.#times[count++] = times[row] ?? 0;
    }
    return count;
  }

  /** Two rows of the same time become one row with the higher value. */
  #fillPoints(times: Float64Array, column: Float64Array, from: number, to: number): void {
    const { rows, low } = this.#points;
    let row = -1;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (at === from || times[at] !== times[at - 1]) row++;
      const value = column[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      if (count > 0 && rows[count - 1] === row) low[count - 1] = Math.max(low[count - 1] ?? value, value);
      else {
        rows[count] = row;
        low[count++] = value;
      }
    }
    this.#points.count = count;
  }

  #merge(old: Partition, { afterId, lastId }: Slice, rows: readonly Float64Array[]): void {
    const { pack } = old;
    const { metrics = [], firstIds = new Int32Array() } = pack.scopes.get(this.#scope) ?? {};
    const merge = new RowMerge(this.#metrics.length);
    merge.addColumns(rows);
    const openIds = merge.ids();
    const slots = slotsOf(metrics, this.#metrics);
    // The metrics of the file may be the first ones of a longer list: a copied record gets empty columns.
    const isSameOrder = slots.every((slot, index) => slot === index);
    let next = 0;
    const writeBefore = (id: number) => {
      for (; next < openIds.length && (openIds[next] ?? 0) < id; next++)
        this.#writeMerged(openIds[next] ?? 0, merge);
    };
    pack.visitChunks(
      this.#scope,
      Math.max(0, chunkOf(firstIds, afterId + 1)),
      chunkOf(firstIds, lastId) + 1,
      (id, record) => {
        writeBefore(id);
        if (isSameOrder && !merge.has(id)) return this.#copy(id, record, metrics.length);
        merge.addRecord(id, record, slots);
        this.#writeMerged(id, merge);
        if (openIds[next] === id) next++;
      },
      (id) => id > afterId && id <= lastId,
    );
    writeBefore(Number.POSITIVE_INFINITY);
  }

  #copy(id: number, from: RecordReader, metricCnt: number): void {
    this.#writer.add(id, from.rowCnt, (record) => {
      record.times(from.times, from.rowCnt);
      for (let metric = 0; metric < metricCnt; metric++) record.points(from.next(), from.rowCnt);
      this.#points.count = 0;
      for (let metric = metricCnt; metric < this.#metrics.length; metric++)
        record.points(this.#points, from.rowCnt);
    });
  }

  #writeMerged(id: number, merge: RowMerge): void {
    const rows = merge.rowsOf(id);
    this.#reserve(rows.length);
    rows.forEach(([ts], row) => {
      this.#times[row] = ts;
    });
    this.#writer.add(id, rows.length, (record) => {
      record.times(this.#times, rows.length);
      this.#metrics.forEach((_, metric) => {
        this.#writeColumn(record, metric, rows);
      });
    });
  }

  #writeColumn(
    record: RecordWriter,
    metric: number,
    rows: readonly (readonly [number, Float64Array])[],
  ): void {
    const points = this.#points;
    points.count = 0;
    rows.forEach(([, values], row) => {
      const value = values[metric] ?? Number.NaN;
      if (Number.isNaN(value)) return;
      points.rows[points.count] = row;
      points.low[points.count++] = value;
    });
    record.points(points, rows.length);
  }

  #reserve(rows: number): void {
    if (rows <= this.#times.length) return;
    this.#times = new Float64Array(rows * 2);
    this.#points = newPoints(rows * 2, 'raw');
  }
}
