import { setImmediate } from 'node:timers/promises';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { Span } from '../../find-latest.ts';
import type { LatestAnswer } from '../../interface.ts';
import { stepsPerUnit } from '../../resolution.ts';
import type { Grid } from '../../tiers.ts';
import type { Engine } from '../duckdb.ts';
import type { PackFile } from '../files/pack-file.ts';
import type { RecordReader } from '../files/pack-record.ts';
import type { Accumulator } from '../files/point-sums.ts';
import { addRecordTo, RowMerge, slotsOf } from '../files/row-merge.ts';
import { between, distinctIds, idFilter, rowsOf, totalsOf } from '../open-tables/open-table-sql.ts';
import type { OpenTable } from '../open-tables/open-tables.ts';
import { NewestRows } from './newest-rows.ts';
import type { FindSources } from './sample-sources.ts';

/** The reader yields after this many chunks. */
const CHUNKS_AT_ONCE = 128;

interface Wanted {
  readonly scope: MetricScope;
  readonly metrics: readonly string[];
  /** All objects of the scope when absent. */
  readonly ids?: readonly number[] | undefined;
  readonly grid: Grid;
}

type OpenRowsOf = (tables: readonly OpenTable[], where: string) => Promise<void>;

/** Reads samples from open tables and files. */
export function sampleReader(engine: Engine, findSources: FindSources) {
  async function read(
    { scope, metrics, ids, grid }: Wanted,
    accumulator: Accumulator,
    readOpen: OpenRowsOf,
  ): Promise<void> {
    const endMs = grid.startMs + grid.stepMs * grid.pointCnt;
    const { buckets, rollups } = findSources({ ...grid, scope, endMs });
    const sorted = ids && [...new Set(ids)].sort((a, b) => a - b);
    const where = `${idFilter(sorted)} AND ${between(grid.startMs, endMs)}`;
    const closed = buckets.flatMap(({ file, open }) => (file && open.length === 0 ? file : []));
    const unfiled = buckets.flatMap(({ file, open }) => (file ? [] : open));
    if (unfiled.length > 0) await readOpen(unfiled, where);
    for (const { pack } of [...rollups, ...closed])
      await visit(pack, scope, sorted, metrics, (id, record, slots) =>
        addRecordTo(id, record, slots, accumulator),
      );
    for (const { file, open } of buckets) {
      if (!file || open.length === 0) continue;
      const merge = await mergeOf(open, metrics, where);
      await visit(file.pack, scope, sorted, metrics, (id, record, slots) => {
        if (merge.has(id)) merge.addRecord(id, record, slots);
        else addRecordTo(id, record, slots, accumulator);
      });
      merge.addTo(accumulator);
    }
  }

  async function mergeOf(
    tables: readonly OpenTable[],
    metrics: readonly string[],
    where: string,
  ): Promise<RowMerge> {
    const merge = new RowMerge(metrics.length);
    merge.addColumns(await engine.numbers(rowsOf(tables, metrics, where)));
    return merge;
  }

  function rawBetween(scope: MetricScope, { fromMs, toMs }: Span) {
    const { buckets } = findSources({ scope, level: 0, startMs: fromMs, endMs: toMs });
    return {
      files: buckets.flatMap(({ file }) => file?.pack ?? []),
      open: buckets.flatMap(({ open }) => open),
    };
  }

  return {
    /** Adds every row of the wanted objects. */
    rows: (wanted: Wanted, accumulator: Accumulator) =>
      read(wanted, accumulator, async (tables, where) => {
        (await mergeOf(tables, wanted.metrics, where)).addTo(accumulator);
      }),

    /** Like `rows`, for one metric. DuckDB adds up the open rows, which may be millions. */
    totals: (wanted: Omit<Wanted, 'metrics'>, metric: string, accumulator: Accumulator) =>
      read({ ...wanted, metrics: [metric] }, accumulator, async (tables, where) => {
        const [ids, counts, totals] = await engine.numbers(totalsOf(tables, metric, where));
        ids?.forEach((id, row) => {
          const sum = totals?.[row] ?? 0;
          accumulator.add(id, 0, wanted.grid.startMs, counts?.[row] ?? 0, sum, sum, sum);
        });
      }),

    async newestRows(scope: MetricScope, span: Span, ids?: readonly number[]): Promise<LatestAnswer> {
      const metrics = metricNames(scope);
      const { files, open } = rawBetween(scope, span);
      const newest = new NewestRows(metrics);
      const where = `${idFilter(ids)} AND ${between(span.fromMs, span.toMs)}`;
      if (open.length > 0)
        await engine.eachChunk(rowsOf(open, metrics, where), (columns) => newest.addColumns(columns));
      const sorted = ids?.toSorted((a, b) => a - b);
      for (const file of files)
        await visit(file, scope, sorted, metrics, (id, record, slots) =>
          newest.addRecord(id, record, slots, span),
        );
      return newest.answer((metric) => stepsPerUnit(scope, metric));
    },

    async idsBeside(scope: MetricScope, span: Span, found: ReadonlySet<number>): Promise<readonly number[]> {
      const { files, open } = rawBetween(scope, span);
      const beside = new Set<number>();
      if (open.length > 0)
        await engine.eachChunk(distinctIds(open, between(span.fromMs, span.toMs)), ([ids = []]) => {
          for (const id of ids) if (!found.has(id)) beside.add(id);
        });
      for (const file of files)
        await visit(file, scope, undefined, [], (id, { times, rowCnt }) => {
          const isWithin = (times[0] ?? 0) < span.toMs && (times[rowCnt - 1] ?? 0) >= span.fromMs;
          if (isWithin && !found.has(id)) beside.add(id);
        });
      return [...beside];
    },
  };
}

async function visit(
  pack: PackFile,
  scope: MetricScope,
  ids: readonly number[] | undefined,
  metrics: readonly string[],
  use: (id: number, record: RecordReader, slots: Int32Array) => void,
): Promise<void> {
  const index = pack.scopes.get(scope);
  if (!index) return;
  const slots = slotsOf(index.metrics, metrics);
  if (ids) return pack.visitIds(scope, ids, (id, record) => use(id, record, slots));
  for (let chunk = 0; chunk < index.offsets.length; chunk += CHUNKS_AT_ONCE) {
    pack.visitChunks(
      scope,
      chunk,
      chunk + CHUNKS_AT_ONCE,
      (id, record) => use(id, record, slots),
      () => true,
    );
    await setImmediate();
  }
}
