import { steppedBatch } from '../check-input.ts';
import type { ClockDoubt } from '../clock-doubt.ts';
import {
  type AggregateQuery,
  type AppendResult,
  type LatestAnswer,
  type LatestQuery,
  MetricStoreError,
  type SampleBatch,
  type SeriesQuery,
  type StoreErrorKind,
  type StoreStats,
  type TopQuery,
  type TopRow,
} from '../interface.ts';
import { isFatal } from './duckdb.ts';
import type { PackedSeries } from './query/accumulators.ts';
import type { StoreCore } from './store-core.ts';

/**
 * Answers the requests of the thread that owns the store. After a fatal error of DuckDB, such as a commit on
 * a full disk, the file is intact but the instance is unusable: the store is closed and the thread ends. The
 * owner starts a new thread.
 */
export class StoreRequests {
  readonly #core: Promise<StoreCore>;
  readonly #post: (message: Reply | StoreState) => void;
  readonly #endThread: () => void;
  #isEnding = false;

  constructor(core: Promise<StoreCore>, post: (message: Reply | StoreState) => void, endThread: () => void) {
    this.#core = core;
    this.#post = post;
    this.#endThread = endThread;
    core.then(
      () => post({ state: 'open' }),
      (error: unknown) => {
        post({ state: 'away', message: messageOf(error) });
        endThread();
      },
    );
  }

  async handle(request: Request): Promise<void> {
    const { seq } = request;
    try {
      const core = await this.#core;
      this.#post({ seq, ok: true, answer: await perform(core, request) });
      if (request.name === 'close') this.#endThread();
    } catch (error) {
      const kind = error instanceof MetricStoreError ? error.kind : 'unavailable';
      this.#post({ seq, ok: false, kind, message: messageOf(error) });
      if (isFatal(error)) await this.#end();
    }
  }

  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const core = await this.#core;
    await core.close().catch(() => undefined);
    this.#endThread();
  }
}

async function perform(core: StoreCore, request: Request): Promise<Calls[keyof Calls]['answer']> {
  switch (request.name) {
    case 'append':
      // The worker thread checks and rounds, because user requests wait for the owning thread.
      return core.append(request.args.map(steppedBatch), request.nowMs);
    case 'series':
      return core.series(request.args, request.nowMs);
    case 'top':
      return core.top(request.args, request.nowMs);
    case 'latest':
      return core.latest(request.args, request.nowMs);
    case 'aggregate':
      return core.aggregate(request.args, request.nowMs);
    case 'stats':
      return core.stats();
    case 'maintain':
      return core.maintain({ wallMs: request.nowMs, steadyMs: request.args.steadyMs });
    case 'copyTo':
      await core.copyTo(request.args);
      return null;
    case 'close':
      await core.close();
      return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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
