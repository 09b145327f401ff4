import { checkAggregateQuery, checkLatestQuery, checkSeriesQuery, checkTopQuery } from '../check-input.ts';
import type { ClockDoubt } from '../clock-doubt.ts';
import type {
  Aggregate,
  AggregateQuery,
  AppendResult,
  LatestAnswer,
  LatestQuery,
  MetricStore,
  SampleBatch,
  SeriesAnswer,
  SeriesQuery,
  StoreStats,
  TopQuery,
  TopRow,
} from '../interface.ts';
import { aggregatesOf } from '../series-table.ts';
import { defaultTiers } from '../tiers.ts';
import { unpackSeries } from './query/accumulators.ts';
import type { CoreOptions } from './store-core.ts';
import { StoreThread, type StoreThreadOptions } from './store-thread.ts';

export interface EmbeddedOptions extends Partial<Omit<CoreOptions, 'dir'>> {
  readonly dir: string;
  readonly now?: () => number;
  /** A monotonic clock. */
  readonly steadyNow?: () => number;
  /** How often buckets are closed and old data is dropped; null when only `maintain` does it. */
  readonly maintainEveryMs?: number | null;
  readonly onMaintenanceError?: (error: unknown) => void;
  /** Called when the store cannot be opened or its thread has ended. The thread restarts until it works. */
  readonly onAway?: StoreThreadOptions['onAway'];
  readonly onBack?: StoreThreadOptions['onBack'];
  /** Called when the clock is not trusted, and with null when it is again. Meanwhile no data is dropped. */
  readonly onClockDoubt?: (doubt: ClockDoubt | null) => void;
}

export interface EmbeddedStore extends MetricStore {
  /** Closes buckets that are due, makes rollups and drops old data. */
  maintain(): Promise<void>;
}

export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { store, opened } = beginEmbeddedStore(options);
  try {
    await opened;
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Returns at once. Calls wait until the store is open, and fail if it cannot be opened. */
export function beginEmbeddedStore(options: EmbeddedOptions): {
  readonly store: EmbeddedStore;
  readonly opened: Promise<void>;
} {
  const {
    now = Date.now,
    steadyNow = () => performance.now(),
    maintainEveryMs = 30_000,
    onMaintenanceError,
    onAway,
    onBack,
    onClockDoubt,
    ...given
  } = options;
  const core: CoreOptions = {
    tiers: defaultTiers,
    memoryLimitMb: 256,
    threads: 2,
    minFreeBytes: 256 * 2 ** 20,
    maxQueuedRows: 1_000_000,
    ...given,
  };
  const thread = new StoreThread({ core, now, onAway, onBack });
  const store = new WorkerStore(thread, steadyNow, onClockDoubt);
  if (maintainEveryMs !== null)
    store.every(maintainEveryMs, () => store.maintain().catch((error) => onMaintenanceError?.(error)));
  return { store, opened: thread.opened };
}

class WorkerStore implements EmbeddedStore {
  readonly #thread: StoreThread;
  readonly #steadyNow: () => number;
  readonly #onClockDoubt: EmbeddedOptions['onClockDoubt'];
  #timer: NodeJS.Timeout | undefined;
  #clockDoubt: ClockDoubt | null = null;

  constructor(thread: StoreThread, steadyNow: () => number, onClockDoubt: EmbeddedOptions['onClockDoubt']) {
    this.#thread = thread;
    this.#steadyNow = steadyNow;
    this.#onClockDoubt = onClockDoubt;
  }

  every(ms: number, work: () => Promise<void>): void {
    this.#timer = setInterval(() => void work(), ms).unref();
  }

  isAway(): boolean {
    return this.#thread.isAway;
  }

  append(batches: readonly SampleBatch[]): Promise<AppendResult> {
    return this.#thread.call('append', batches);
  }

  async series(query: SeriesQuery): Promise<SeriesAnswer> {
    checkSeriesQuery(query);
    return unpackSeries(query, await this.#thread.call('series', query));
  }

  async top(query: TopQuery): Promise<readonly TopRow[]> {
    checkTopQuery(query);
    return this.#thread.call('top', query);
  }

  async latest(query: LatestQuery): Promise<LatestAnswer> {
    checkLatestQuery(query);
    return this.#thread.call('latest', query);
  }

  async aggregate(query: AggregateQuery): Promise<readonly Aggregate[]> {
    checkAggregateQuery(query);
    return aggregatesOf(unpackSeries(query, await this.#thread.call('aggregate', query)));
  }

  stats(): Promise<StoreStats> {
    return this.#thread.call('stats', null);
  }

  async maintain(): Promise<void> {
    const doubt = await this.#thread.call('maintain', { steadyMs: this.#steadyNow() });
    if (doubt === this.#clockDoubt) return;
    this.#clockDoubt = doubt;
    this.#onClockDoubt?.(doubt);
  }

  async copyTo(dir: string): Promise<'copied'> {
    await this.#thread.call('copyTo', dir);
    return 'copied';
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.close();
  }
}
