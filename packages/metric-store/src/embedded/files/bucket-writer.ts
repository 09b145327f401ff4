import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { Engine } from '../duckdb.ts';
import { distinctIds, sortedRowsOf } from '../open-tables/open-table-sql.ts';
import type { OpenTable } from '../open-tables/open-tables.ts';
import { chunkOf, type PackWriter } from './pack-file.ts';
import { newPoints, type RecordReader } from './pack-record.ts';
import type { Partition } from './partition-files.ts';
import { slotsOf } from './row-merge.ts';

/** Objects in memory at a time, so that memory does not grow with the number of objects. */
const IDS_AT_ONCE = 8192;
const CHUNKS_AT_ONCE = 256;
const NO_POINTS = newPoints(0, 'raw');

/** Writes the rows of one bucket and scope: those in its open tables and in its previous file. */
export async function writeBucket(
  engine: Engine,
  writer: PackWriter,
  scope: MetricScope,
  tables: readonly OpenTable[],
  old: Partition | undefined,
): Promise<void> {
  const open = tables.filter((table) => table.scope === scope);
  const index = old?.pack.scopes.get(scope);
  if (open.length === 0 && !index) return;
  const metrics: readonly string[] = metricNames(scope);
  const slots = slotsOf(index?.metrics ?? [], metrics);
  // The metrics of the file may be the first ones of a longer list: a copied record gets empty columns.
  const isSameOrder = slots.every((slot, position) => slot === position);
  let times = new Float64Array(512);
  let points = newPoints(512, 'raw');

  writer.begin(scope, metrics);
  let afterId = 0;
  for (const lastId of await sliceEnds()) {
    const where = `id > ${afterId} AND id <= ${lastId}`;
    const rows = open.length > 0 ? await engine.numbers(sortedRowsOf(open, metrics, where)) : [];
    writeSlice(afterId, lastId, rows);
    await writer.drain();
    afterId = lastId;
  }

  async function sliceEnds(): Promise<readonly number[]> {
    const [ids = new Float64Array()] = open.length > 0 ? await engine.numbers(distinctIds(open, 'true')) : [];
    return [
      ...ids.sort().filter((_, position) => position % IDS_AT_ONCE === IDS_AT_ONCE - 1),
      ...(index?.firstIds ?? []).filter((_, chunk) => chunk % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1),
      2 ** 31,
    ].sort((a, b) => a - b);
  }

  /** Open rows are sorted by id and time, records by id. */
  function writeSlice(
    afterId: number,
    lastId: number,
    [ids = new Float64Array(), ...columns]: readonly Float64Array[],
  ): void {
    let next = 0;
    /** The end of the open rows of this object, which begin at `next`. */
    const endOf = (id: number) => {
      let end = next;
      while (ids[end] === id) end++;
      return end;
    };
    const writeOpenBefore = (limitId: number) => {
      for (let id = ids[next]; id !== undefined && id < limitId; id = ids[next]) {
        const end = endOf(id);
        writeRows(id, columns, next, end);
        next = end;
      }
    };
    if (old && index)
      old.pack.visitChunks(
        scope,
        Math.max(0, chunkOf(index.firstIds, afterId + 1)),
        chunkOf(index.firstIds, lastId) + 1,
        (id, record) => {
          writeOpenBefore(id);
          const end = endOf(id);
          if (end === next && isSameOrder) return copy(id, record);
          const late = columns.map((column) => column.subarray(next, end));
          const merged = mergedRows(record, slots, metrics.length, late);
          writeRows(id, merged, 0, merged[0]?.length ?? 0);
          next = end;
        },
        (id) => id > afterId && id <= lastId,
      );
    writeOpenBefore(Number.POSITIVE_INFINITY);
  }

  /** Rows of one object, by time. Two rows of the same time become one row with the higher value. */
  function writeRows(
    id: number,
    [ts = new Float64Array(), ...columns]: readonly Float64Array[],
    from: number,
    to: number,
  ): void {
    if (to - from > times.length) {
      times = new Float64Array((to - from) * 2);
      points = newPoints((to - from) * 2, 'raw');
    }
    let rowCnt = 0;
    for (let at = from; at < to; at++)
      if (at === from || ts[at] !== ts[at - 1]) times[rowCnt++] = ts[at] ?? 0;
    writer.add(id, rowCnt, (record) => {
      record.times(times, rowCnt);
      for (const column of columns) {
        fillPoints(ts, column, from, to);
        record.points(points, rowCnt);
      }
    });
  }

  function fillPoints(ts: Float64Array, column: Float64Array, from: number, to: number): void {
    const { rows, low } = points;
    let row = -1;
    let count = 0;
    for (let at = from; at < to; at++) {
      if (at === from || ts[at] !== ts[at - 1]) row++;
      const value = column[at] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      if (count > 0 && rows[count - 1] === row) low[count - 1] = Math.max(low[count - 1] ?? value, value);
      else {
        rows[count] = row;
        low[count++] = value;
      }
    }
    points.count = count;
  }

  function copy(id: number, from: RecordReader): void {
    writer.add(id, from.rowCnt, (record) => {
      record.times(from.times, from.rowCnt);
      for (let metric = 0; metric < metrics.length; metric++)
        record.points(metric < slots.length ? from.next() : NO_POINTS, from.rowCnt);
    });
  }
}

/** The columns of a record and of late rows (time, then one per metric) together, by time. */
function mergedRows(
  record: RecordReader,
  slots: Int32Array,
  metricCnt: number,
  late: readonly Float64Array[],
): readonly Float64Array[] {
  const { rowCnt } = record;
  const columns = Array.from({ length: 1 + metricCnt }, (_, column) => {
    const values = new Float64Array(rowCnt + (late[0]?.length ?? 0)).fill(Number.NaN);
    values.set(late[column] ?? [], rowCnt);
    return values;
  });
  const [times = new Float64Array(), ...values] = columns;
  times.set(record.times.subarray(0, rowCnt));
  for (const slot of slots) {
    const column = values[slot];
    if (!column) {
      record.skip();
      continue;
    }
    const { count, rows, low } = record.next();
    for (let i = 0; i < count; i++) column[rows[i] ?? 0] = low[i] ?? 0;
  }
  const order = [...times.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  return columns.map((column) => Float64Array.from(order, (row) => column[row] ?? Number.NaN));
}
