import { hash } from 'node:crypto';
import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { StoreDamage } from '../../interface.ts';
import { stepsPerUnit } from '../../resolution.ts';
import { type Tiers, tierNames } from '../../tiers.ts';
import { openDatabase } from '../damage/open-database.ts';
import { Engine } from '../duckdb.ts';
import { PartitionFiles } from '../files/partition-files.ts';
import type { Accumulator } from '../files/point-sums.ts';
import { addRecordTo, RowMerge, slotsOf } from '../files/row-merge.ts';
import { distinctIds, rowsOf } from '../open-tables/open-table-sql.ts';
import { OpenTables } from '../open-tables/open-tables.ts';
import { type ExportSlice, exportSlices } from './export-slices.ts';

/** Samples of one object and metric, by time. */
export interface ExportedSeries {
  readonly scope: MetricScope;
  readonly metric: string;
  readonly id: number;
  readonly samples: { readonly tsMs: number; readonly value: number }[];
}

export interface SampleExport extends Disposable {
  /** Oldest first. */
  readonly slices: readonly ExportSlice[];
  /** The time of the oldest sample; undefined without samples. */
  oldestMs(): Promise<number | undefined>;
  /** The oldest instant with raw samples. Late samples may still be added from there on. */
  readonly rawFromMs: number;
  /** Changes when the store got or dropped samples. */
  readonly fingerprint: string;
  /** Damage that was found while reading. */
  readonly damage: readonly StoreDamage[];
  /**
   * All samples of a slice, a few hundred objects at a time. An average of a coarser tier is one sample at the
   * beginning of its time span.
   */
  read(slice: ExportSlice): AsyncGenerator<readonly ExportedSeries[]>;
}

/** Objects in memory at a time. */
const IDS_AT_ONCE = 384;
const CHUNKS_AT_ONCE = 16;
const LAST_ID = 2 ** 31;

interface ExportOptions {
  readonly dir: string;
  readonly tiers: Tiers;
}

/** Reads the whole history of a store that no server uses. */
export async function openSampleExport({ dir, tiers }: ExportOptions): Promise<SampleExport> {
  const damage: StoreDamage[] = [];
  using stack = new DisposableStack();
  const options = { dir, memoryLimitMb: 256, threads: 2 };
  const engine = new Engine(await openDatabase(options, (found) => damage.push(found)));
  stack.defer(() => engine.close());
  const open = await OpenTables.load(engine, 0);
  const files = await PartitionFiles.open(dir, (found) => damage.push(found));
  stack.defer(() => files.close());
  const slices = exportSlices(tiers, files, open);
  const contents = [
    ...tierNames.flatMap((tier) =>
      files.all(tier).map(({ generation, startMs }) => [tier, startMs, generation]),
    ),
    ...open.all().map(({ name, rows }) => [name, rows]),
  ];
  const rawStarts = [...files.all('raw').map(({ startMs }) => startMs), ...open.buckets()];
  const opened = stack.move();

  async function* read(slice: ExportSlice) {
    for (const scope of metricScopes)
      if (slice.open.some((table) => table.scope === scope)) yield* readOpen(slice, scope);
      else yield* readFile(slice, scope);
  }

  function* readFile(slice: ExportSlice, scope: MetricScope) {
    const pack = slice.file?.pack;
    const index = pack?.scopes.get(scope);
    if (!pack || !index) return;
    const metrics: readonly string[] = metricNames(scope);
    const slots = slotsOf(index.metrics, metrics);
    for (let chunk = 0; chunk < index.offsets.length; chunk += CHUNKS_AT_ONCE) {
      const collector = new SeriesCollector(slice, scope, metrics);
      const visit = (id: number, record: Parameters<typeof addRecordTo>[1]) =>
        addRecordTo(id, record, slots, collector);
      pack.visitChunks(scope, chunk, chunk + CHUNKS_AT_ONCE, visit, () => true);
      yield collector.series();
    }
  }

  /** Rows of the file and of the open tables, merged for some objects at a time. */
  async function* readOpen(slice: ExportSlice, scope: MetricScope) {
    const metrics: readonly string[] = metricNames(scope);
    const tables = slice.open.filter((table) => table.scope === scope);
    const pack = slice.file?.pack;
    const slots = slotsOf(pack?.scopes.get(scope)?.metrics ?? [], metrics);
    const chunkStarts = pack?.scopes.get(scope)?.firstIds ?? new Int32Array();
    const [openIds = new Float64Array()] = await engine.numbers(distinctIds(tables, 'true'));
    const ends = [
      ...openIds.sort().filter((_, position) => position % IDS_AT_ONCE === IDS_AT_ONCE - 1),
      ...chunkStarts.filter((_, chunk) => chunk % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1),
      LAST_ID,
    ].sort((a, b) => a - b);
    let afterId = 0;
    for (const lastId of ends) {
      const merge = new RowMerge(metrics.length);
      merge.addColumns(await engine.numbers(rowsOf(tables, metrics, `id > ${afterId} AND id <= ${lastId}`)));
      const isWithin = (id: number) => id > afterId && id <= lastId;
      const firstChunk = Math.max(
        0,
        chunkStarts.findLastIndex((id) => id <= afterId),
      );
      pack?.visitChunks(
        scope,
        firstChunk,
        chunkStarts.findLastIndex((id) => id <= lastId) + 1,
        (id, record) => merge.addRecord(id, record, slots),
        isWithin,
      );
      const collector = new SeriesCollector(slice, scope, metrics);
      merge.addTo(collector);
      yield collector.series();
      afterId = lastId;
    }
  }

  async function oldestMs(): Promise<number | undefined> {
    for (const slice of slices) {
      let oldest = Number.POSITIVE_INFINITY;
      for await (const part of read(slice))
        for (const { samples } of part) oldest = Math.min(oldest, samples[0]?.tsMs ?? oldest);
      // A file begins earlier than its first sample, so the first slices may be empty.
      if (Number.isFinite(oldest)) return oldest;
    }
    return undefined;
  }

  return {
    slices,
    oldestMs,
    rawFromMs: rawStarts.length > 0 ? Math.min(...rawStarts) : Number.POSITIVE_INFINITY,
    fingerprint: hash('sha256', JSON.stringify(contents.map(String).sort())),
    damage,
    read,
    [Symbol.dispose]: () => opened.dispose(),
  };
}

/** Collects the values of a slice by object and metric. */
class SeriesCollector implements Accumulator {
  readonly #slice: ExportSlice;
  readonly #scope: MetricScope;
  readonly #metrics: readonly string[];
  readonly #perUnit: readonly number[];
  readonly #byId = new Map<number, (ExportedSeries | undefined)[]>();

  constructor(slice: ExportSlice, scope: MetricScope, metrics: readonly string[]) {
    this.#slice = slice;
    this.#scope = scope;
    this.#metrics = metrics;
    this.#perUnit = metrics.map((metric) => stepsPerUnit(scope, metric));
  }

  add(id: number, metric: number, ts: number, n: number, sum: number): void {
    if (ts < this.#slice.fromMs || ts >= this.#slice.toMs) return;
    let ofId = this.#byId.get(id);
    if (!ofId) {
      ofId = [];
      this.#byId.set(id, ofId);
    }
    let series = ofId[metric];
    if (!series) {
      series = { scope: this.#scope, metric: this.#metrics[metric] ?? '', id, samples: [] };
      ofId[metric] = series;
    }
    series.samples.push({ tsMs: ts, value: sum / n / (this.#perUnit[metric] ?? 1) });
  }

  series(): readonly ExportedSeries[] {
    const all = [...this.#byId.values()].flat().filter((series) => series !== undefined);
    // Rows of open tables have no order.
    for (const { samples } of all) samples.sort((a, b) => a.tsMs - b.tsMs);
    return all;
  }
}
