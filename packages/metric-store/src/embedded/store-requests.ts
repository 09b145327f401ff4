import { steppedBatch } from '../check-input.ts';
import {
  type AggregateQuery,
  type LatestQuery,
  MetricStoreError,
  type SampleBatch,
  type SeriesQuery,
  type StoreDamage,
  type StoreErrorKind,
  type TopQuery,
} from '../interface.ts';
import type { OnDamage } from './damage/open-database.ts';
import { isFatal } from './duckdb.ts';
import type { MaintenanceRun } from './maintenance.ts';
import type { StoreCore } from './store-core.ts';

/** The calls of the owning thread. */
const calls = {
  // The worker thread checks and rounds, because user requests wait for the owning thread.
  append: (core: StoreCore, batches: readonly SampleBatch[], nowMs: number) =>
    core.append(batches.map(steppedBatch), nowMs),
  series: (core: StoreCore, query: SeriesQuery, nowMs: number) => core.series(query, nowMs),
  top: (core: StoreCore, query: TopQuery, nowMs: number) => core.top(query, nowMs),
  latest: (core: StoreCore, query: LatestQuery, nowMs: number) => core.latest(query, nowMs),
  aggregate: (core: StoreCore, query: AggregateQuery, nowMs: number) => core.aggregate(query, nowMs),
  stats: (core: StoreCore, _none: null) => core.stats(),
  maintain: (core: StoreCore, options: Omit<MaintenanceRun, 'nowMs'>, nowMs: number) =>
    core.maintain({ ...options, nowMs }),
  copyTo: (core: StoreCore, dir: string) => core.copyTo(dir),
  close: (core: StoreCore, _none: null) => core.close(),
};
type CallName = keyof typeof calls;

export type ArgsOf<Name extends CallName> = Parameters<(typeof calls)[Name]>[1];
export type AnswerOf<Name extends CallName> = Awaited<ReturnType<(typeof calls)[Name]>>;

export type Request = {
  [Name in CallName]: {
    readonly seq: number;
    readonly nowMs: number;
    readonly name: Name;
    readonly args: ArgsOf<Name>;
  };
}[CallName];

export type Reply =
  | { readonly seq: number; readonly ok: true; readonly answer: AnswerOf<CallName> }
  | { readonly seq: number; readonly ok: false; readonly kind: StoreErrorKind; readonly message: string };

/** Sent by the worker when the store has opened, could not be opened, or found damaged bytes. */
export type StoreState =
  | { readonly state: 'open' }
  | { readonly state: 'down'; readonly message: string }
  | { readonly state: 'damaged'; readonly damage: StoreDamage };

/**
 * Answers the requests of the thread that owns the store. After a fatal error of DuckDB, such as a commit on
 * a full disk, the file is intact but the instance is unusable: the store is closed and the thread ends. The
 * owner starts a new thread.
 */
export function answerRequests(
  openCore: (onDamage: OnDamage) => Promise<StoreCore>,
  post: (message: Reply | StoreState) => void,
  endThread: () => void,
): (request: Request) => Promise<void> {
  let isEnding = false;
  const opening = openCore((damage) => post({ state: 'damaged', damage }));
  opening.then(
    () => post({ state: 'open' }),
    (error: unknown) => {
      post({ state: 'down', message: messageOf(error) });
      endThread();
    },
  );
  return async ({ seq, name, args, nowMs }) => {
    try {
      // A request has the arguments of the call that it names.
      const answer = await calls[name](await opening, args as never, nowMs);
      post({ seq, ok: true, answer });
      if (name === 'close') endThread();
    } catch (error) {
      const kind = error instanceof MetricStoreError ? error.kind : 'unavailable';
      post({ seq, ok: false, kind, message: messageOf(error) });
      if (!isFatal(error) || isEnding) return;
      isEnding = true;
      const core = await opening;
      await core.close().catch(() => undefined);
      endThread();
    }
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
