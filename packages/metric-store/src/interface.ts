import type { MetricScope } from '@gwanje/kinds/registry';

/** Values of many objects at one instant, one column a metric; null or NaN where a value is not known. */
export interface SampleBatch {
  readonly scope: MetricScope;
  readonly tsMs: number;
  readonly ids: Int32Array | readonly number[];
  readonly columns: Readonly<Record<string, Float64Array | readonly (number | null)[]>>;
}

export interface AppendResult {
  readonly rows: number;
  /** Rows older than the raw tier reaches; they are not stored. */
  readonly tooOldRows: number;
}

export interface SeriesQuery {
  readonly scope: MetricScope;
  readonly ids: readonly number[];
  readonly metrics: readonly string[];
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly maxPoints: number;
}

/** One value a bucket; null where nothing was measured. */
export interface Series {
  readonly id: number;
  readonly metric: string;
  readonly avg: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

/** Buckets are whole: the first begins at or before `fromMs`, the last ends at or after `toMs`. */
export interface SeriesAnswer {
  readonly startMs: number;
  readonly stepMs: number;
  readonly pointCnt: number;
  /** In the order asked for: every id with every metric, also those without a value. */
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

/** The average over the time asked for, largest first; equal ones by id. */
export interface TopRow {
  readonly id: number;
  readonly avg: number;
}

export interface LatestQuery {
  readonly scope: MetricScope;
  /** Not further back than the raw tier reaches. */
  readonly sinceMs: number;
  /** Of these alone, and without looking at what lies between them; absent: of all that have a row. */
  readonly ids?: readonly number[];
}

/**
 * The newest row of every object of a scope, a position an object, in no order. Only that row: a metric it does not know
 * is NaN, also where an older row knew it. A row in which nothing is known is none.
 */
export interface LatestAnswer {
  readonly ids: Int32Array;
  readonly tsMs: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

export interface AggregateQuery {
  readonly scope: MetricScope;
  readonly ids: readonly number[];
  readonly metrics: readonly string[];
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
}

export interface Aggregate {
  readonly id: number;
  readonly metric: string;
  /** Null where nothing was measured. */
  readonly value: { readonly avg: number; readonly max: number } | null;
}

export interface TierStats {
  readonly tier: string;
  readonly rows: number;
  readonly bytes: number;
  readonly oldestMs: number | null;
}

export interface StoreStats {
  readonly tiers: readonly TierStats[];
  /** Files that could not be read and were set aside. */
  readonly damagedFiles: readonly string[];
}

export interface MetricStore {
  /** Resolves when the samples are durable. The same object at the same time twice is one sample. */
  append(batches: readonly SampleBatch[]): Promise<AppendResult>;
  series(query: SeriesQuery): Promise<SeriesAnswer>;
  top(query: TopQuery): Promise<readonly TopRow[]>;
  latest(query: LatestQuery): Promise<LatestAnswer>;
  /**
   * One bucket over exactly the range, out of the finest tier that still holds its beginning: what a record of a span
   * (node history) is made of. `series` with one point is not that: it rounds the range to buckets of a coarse tier.
   * Where the raw tier is gone, the range is rounded outwards to the points of the tier that is left. In the order
   * asked for, every id with every metric.
   */
  aggregate(query: AggregateQuery): Promise<readonly Aggregate[]>;
  stats(): Promise<StoreStats>;
  /** Whether it has failed to open, or has died, and is not back yet: what is asked of it fails. */
  isAway(): boolean;
  /**
   * Puts a copy of everything as of one moment into a folder, which it makes, and goes on meanwhile. `outside`: the samples
   * are another system's, and so is keeping copies of them.
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
