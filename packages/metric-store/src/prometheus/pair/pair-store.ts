import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type MetricStore, MetricStoreError } from '../../interface.ts';
import { encodeSamples, type PrometheusOptions } from '../prometheus-store.ts';
import { PairEngine, type PairEngineOptions } from './pair-engine.ts';

export interface PairOptions
  extends Omit<PrometheusOptions, 'url'>,
    Pick<PairEngineOptions, 'onAway' | 'onBack' | 'onLost'> {
  readonly urls: readonly string[];
  /** Holds the writes that wait for an engine. */
  readonly queueDir: string;
  readonly maxQueueBytes: number;
  readonly retryEveryMs?: number;
  /** Whether another replica has writes that wait for the engine of this name. */
  readonly isBehindElsewhere?: (engine: string) => boolean;
}

const RETRY_EVERY_MS = 1000;

/**
 * Two engines that both get every sample. A write is durable when one engine has stored it; for the other it
 * waits on the disk of this server. Reads go to an engine that lacks nothing, else to the other.
 */
export async function openPairStore(options: PairOptions): Promise<MetricStore> {
  const { urls, queueDir, retryEveryMs = RETRY_EVERY_MS, isBehindElsewhere = () => false } = options;
  const engines = await Promise.all(
    urls.map((url) =>
      PairEngine.open({ ...options, url, retryEveryMs, queueDir: join(queueDir, folderOf(url)) }),
    ),
  );

  function byHealth(): PairEngine[] {
    const penalty = ({ name, stats }: PairEngine) =>
      (stats.isAnswering ? 0 : 2) + (stats.waitingBytes > 0 || isBehindElsewhere(name) ? 1 : 0);
    return engines.toSorted((a, b) => penalty(a) - penalty(b));
  }

  async function readFrom<Answer>(read: (engine: PairEngine['read']) => Promise<Answer>): Promise<Answer> {
    let failed: unknown;
    for (const engine of byHealth()) {
      try {
        return await read(engine.read);
      } catch (error) {
        if (error instanceof MetricStoreError && error.kind === 'badInput') throw error;
        failed ??= error;
      }
    }
    throw failed;
  }

  return {
    async append(batches) {
      const { rows, body } = encodeSamples(batches);
      if (rows === 0) return { rows, tooOldRows: 0 };
      const outcomes = await Promise.all(
        engines.map(async (engine) => ({ engine, outcome: await engine.write(body) })),
      );
      if (!outcomes.some(({ outcome }) => outcome === 'stored')) {
        const isRefused = outcomes.every(({ outcome }) => outcome === 'refused');
        throw isRefused
          ? new MetricStoreError('badInput', 'the metric stores refuse the samples')
          : new MetricStoreError('unavailable', 'no metric store answers');
      }
      for (const { engine, outcome } of outcomes) {
        if (outcome === 'away') await engine.keep(body);
        if (outcome === 'refused') engine.lose(1, 'the engine refused what the other has stored');
      }
      return { rows, tooOldRows: 0 };
    },
    series: (query) => readFrom((engine) => engine.series(query)),
    aggregate: (query) => readFrom((engine) => engine.aggregate(query)),
    latest: (query) => readFrom((engine) => engine.latest(query)),
    top: (query) => readFrom((engine) => engine.top(query)),
    stats: async () => ({
      tiers: [],
      damagedFiles: [],
      lostCnt: 0,
      engines: engines.map((engine) => engine.stats),
    }),
    // No server reaches an engine that is away: a load balancer must not leave all of them out.
    isDown: () => false,
    copyTo: async () => 'outside',
    async close() {
      await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
    },
  };
}

/** The order of the addresses may change; the queue belongs to the address. */
function folderOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}
