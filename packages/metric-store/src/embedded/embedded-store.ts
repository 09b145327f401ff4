import { checkAggregateQuery, checkLatestQuery, checkSeriesQuery, checkTopQuery } from '../check-input.ts';
import type { MetricStore } from '../interface.ts';
import { aggregatesOf, unpackSeries } from '../packed-series.ts';
import { defaultTiers } from '../tiers.ts';
import type { DroppedFiles } from './maintenance.ts';
import type { CoreOptions } from './store-core.ts';
import { StoreThread, type StoreThreadOptions } from './store-thread.ts';

export interface EmbeddedOptions extends Partial<Omit<CoreOptions, 'dir'>> {
  readonly dir: string;
  readonly now?: () => number;
  /** A monotonic clock. */
  readonly monotonicNow?: () => number;
  /** How often buckets are closed and old data is dropped; null when only `maintain` does it. */
  readonly maintainEveryMs?: number | null;
  readonly onMaintenanceError?: (error: unknown) => void;
  /** Called when the store cannot be opened or its thread has ended. The thread restarts until it works. */
  readonly onDown?: StoreThreadOptions['onDown'];
  readonly onRecovered?: StoreThreadOptions['onRecovered'];
  /** Called when damaged bytes were found. */
  readonly onDamage?: StoreThreadOptions['onDamage'];
  readonly startWorker?: StoreThreadOptions['startWorker'];
  /** Whether old data may be dropped now; false: the clock may be wrong. */
  readonly mayDrop?: () => Promise<boolean>;
  /** Called with the number of dropped files of each tier. */
  readonly onDropped?: (files: DroppedFiles) => void;
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
    monotonicNow = () => performance.now(),
    maintainEveryMs = 30_000,
    onMaintenanceError,
    onDown,
    onRecovered,
    onDamage,
    startWorker,
    mayDrop = async () => true,
    onDropped,
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
  const thread = new StoreThread({ core, now, startWorker, onDown, onRecovered, onDamage });
  const store: EmbeddedStore = {
    isDown: () => thread.isDown,
    append: (batches) => thread.call('append', batches),
    async series(query) {
      checkSeriesQuery(query);
      return unpackSeries(query, await thread.call('series', query));
    },
    async top(query) {
      checkTopQuery(query);
      return thread.call('top', query);
    },
    async latest(query) {
      checkLatestQuery(query);
      return thread.call('latest', query);
    },
    async aggregate(query) {
      checkAggregateQuery(query);
      return aggregatesOf(unpackSeries(query, await thread.call('aggregate', query)));
    },
    stats: () => thread.call('stats', null),
    async maintain() {
      const dropped = await thread.call('maintain', {
        monotonicMs: monotonicNow(),
        mayDrop: await mayDrop(),
      });
      if (Object.keys(dropped).length > 0) onDropped?.(dropped);
    },
    async copyTo(dir) {
      await thread.call('copyTo', dir);
      return 'copied';
    },
    async close() {
      clearInterval(timer);
      await thread.close();
    },
  };
  const maintain = () => void store.maintain().catch((error) => onMaintenanceError?.(error));
  const timer = maintainEveryMs === null ? undefined : setInterval(maintain, maintainEveryMs).unref();
  return { store, opened: thread.opened };
}
