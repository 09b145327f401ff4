import { join } from 'node:path';
import { beginEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { openPrometheusStore } from '@gwanje/metric-store/prometheus/prometheus-store';
import type { Logger } from 'pino';
import type { ServerSettings } from './config.ts';

/**
 * The engine that is configured, else the embedded one in the data folder. That is not waited for: it opens while objects
 * are read from the database, and a start that needs its newest values fails where it does not.
 */
export async function openMetricStore(
  { metricsUrl, dataDir, sampleTiers }: Pick<ServerSettings, 'metricsUrl' | 'dataDir' | 'sampleTiers'>,
  logger: Logger,
  now: () => Date,
): Promise<MetricStore> {
  const nowMs = () => now().getTime();
  if (metricsUrl) return openPrometheusStore({ url: metricsUrl, now: nowMs });
  const { store } = beginEmbeddedStore({
    dir: join(dataDir, 'metrics'),
    now: nowMs,
    tiers: sampleTiers,
    onMaintenanceError: (err) => logger.error({ err }, 'metric store maintenance failed'),
    onAway: (err) => logger.error({ err }, 'metric store is away, and is opened again as soon as it can be'),
    onBack: () => logger.info('metric store is back'),
    onClockDoubt: (doubt) => {
      if (doubt) logger.warn({ doubt }, 'the clock is doubted: no old samples are dropped');
      else logger.info('the clock is believed again: old samples are dropped');
    },
  });
  return store;
}
