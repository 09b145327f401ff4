import type { MetricScope } from '@gwanje/kinds/registry';

/** Values of many objects at one instant, one column per metric; null or NaN: unknown. */
export interface SampleBatch {
  readonly scope: MetricScope;
  readonly tsMs: number;
  readonly ids: Int32Array | readonly number[];
  readonly columns: Readonly<Record<string, Float64Array | readonly (number | null)[]>>;
}

export interface AppendResult {
  readonly rows: number;
  /** Rows older than the raw tier, which are not stored. */
  readonly tooOldRows: number;
}

export interface AggregateQuery {
  readonly scope: MetricScope;
  readonly ids: readonly number[];
  readonly metrics: readonly string[];
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

export interface SeriesQuery extends AggregateQuery {
  readonly maxPoints: number;
}

/** One value per point; null: not measured. */
export interface Series {
  readonly id: number;
  readonly metric: string;
  readonly avg: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

/** Points are complete: the first begins at or before `fromMs`, the last ends at or after `toMs`. */
export interface SeriesAnswer {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
  /** Every id with every metric in the order of the query, also without values. */
  readonly series: readonly Series[];
}

export interface TopQuery {
  readonly scope: MetricScope;
  readonly metric: string;
  readonly ids?: readonly number[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** The average over the range, largest first; equal averages are ordered by id. */
export interface TopRow {
  readonly id: number;
  readonly avg: number;
}

export interface LatestQuery {
  readonly scope: MetricScope;
  /** Must not be older than the raw tier. */
  readonly sinceMs: number;
  /** Only these objects; all objects with a row when absent. */
  readonly ids?: readonly number[];
}

/**
 * The newest row of every object, in no order. A metric that is unknown in that row is NaN, also when an
 * older row has it. A row without a known value is ignored.
 */
export interface LatestAnswer {
  readonly ids: Int32Array;
  readonly tsMs: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

export interface Aggregate {
  readonly id: number;
  readonly metric: string;
  /** Null: not measured. */
  readonly value: { readonly avg: number; readonly max: number } | null;
}

export interface TierStats {
  readonly tier: string;
  readonly rows: number;
  readonly bytes: number;
  readonly oldestMs: number | null;
}

/** One of two engines that both get every sample. */
export interface EngineStats {
  /** Its address without a password. */
  readonly name: string;
  readonly isAnswering: boolean;
  /** Samples on the disk that the engine has not got yet, in bytes as sent. */
  readonly waitingBytes: number;
  /** Writes that the engine never got: its queue was full, or it refused them. */
  readonly lostCnt: number;
}

export interface StoreStats {
  readonly tiers: readonly TierStats[];
  /** Damaged files that were set aside, and files with damaged parts. */
  readonly damagedFiles: readonly string[];
  /** Lost records since the start: writes, rows, parts of files and whole files. */
  readonly lostCnt: number;
  /** Absent for one store. */
  readonly engines?: readonly EngineStats[];
}

/** Damaged bytes were found on the disk. The store continues with everything else. */
export interface StoreDamage {
  readonly file: string;
  /**
   * writes: transactions of the log · rows: rows of open buckets · chunks: parts of a file, each with the rows
   * of a few objects · file: a whole file.
   */
  readonly lost: 'writes' | 'rows' | 'chunks' | 'file';
  readonly cnt: number;
}

export interface MetricStore {
  /** Resolves when the samples are durable. Two samples of one object at the same time count as one. */
  append(batches: readonly SampleBatch[]): Promise<AppendResult>;
  series(query: SeriesQuery): Promise<SeriesAnswer>;
  top(query: TopQuery): Promise<readonly TopRow[]>;
  latest(query: LatestQuery): Promise<LatestAnswer>;
  /**
   * One point over the exact range, from the finest tier that still has its start. The node history uses it,
   * because `series` with one point would round the range to a coarse tier. Without the raw tier, the range
   * is rounded outwards to the points of the finest remaining tier. Returns every id with every metric in the
   * order of the query.
   */
  aggregate(query: AggregateQuery): Promise<readonly Aggregate[]>;
  stats(): Promise<StoreStats>;
  /** True: the store failed to open or has crashed, and has not been reopened yet. */
  isDown(): boolean;
  /**
   * Creates a folder with a consistent copy of all samples while the store continues to work. `outside`:
   * another system stores the samples and makes its own backups.
   */
  copyTo(dir: string): Promise<'copied' | 'outside'>;
  close(): Promise<void>;
}

export const storeErrorKinds = ['badInput', 'busy', 'diskFull', 'unavailable'] as const;
export type StoreErrorKind = (typeof storeErrorKinds)[number];

export class MetricStoreError extends Error {
  override readonly name = 'MetricStoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
