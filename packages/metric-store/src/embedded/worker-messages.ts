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
import type { PackedSeries } from './query/packed-series.ts';

/** The calls of the owning thread, with their arguments and results. */
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

/** Sent by the worker when the store has opened or could not be opened. */
export type StoreState = { readonly state: 'open' } | { readonly state: 'away'; readonly message: string };
