import type { ClockDoubt } from '../clock-doubt.ts';
import type {
  AggregateQuery,
  AppendResult,
  LatestAnswer,
  LatestQuery,
  SampleBatch,
  SeriesQuery,
  StoreErrorKind,
  StoreStats,
  TopQuery,
  TopRow,
} from '../interface.ts';
import type { PackedSeries } from './packed-series.ts';

/** What the owner of the store asks its worker for, and what it gets. */
export interface Calls {
  append: { args: readonly SampleBatch[]; answer: AppendResult };
  series: { args: SeriesQuery; answer: PackedSeries };
  top: { args: TopQuery; answer: readonly TopRow[] };
  latest: { args: LatestQuery; answer: LatestAnswer };
  aggregate: { args: AggregateQuery; answer: PackedSeries };
  stats: { args: null; answer: StoreStats };
  maintain: { args: { readonly steadyMs: number }; answer: ClockDoubt | null };
  copyTo: { args: string; answer: null };
  close: { args: null; answer: null };
}

export type Request = {
  [Name in keyof Calls]: {
    readonly seq: number;
    readonly nowMs: number;
    readonly name: Name;
    readonly args: Calls[Name]['args'];
  };
}[keyof Calls];

export type Reply =
  | { readonly seq: number; readonly ok: true; readonly answer: Calls[keyof Calls]['answer'] }
  | { readonly seq: number; readonly ok: false; readonly kind: StoreErrorKind; readonly message: string };

/** What the worker says of itself, unasked. */
export type StoreState = { readonly state: 'open' } | { readonly state: 'away'; readonly message: string };
