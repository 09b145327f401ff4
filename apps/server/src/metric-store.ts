import { join } from 'node:path';
import { beginEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { openPrometheusStore } from '@gwanje/metric-store/prometheus/prometheus-store';
import type { Logger } from 'pino';
import type { ServerSettings } from './config.ts';

/**
 * Opens the configured metric store, else the embedded one in the data folder. The embedded one opens in the background
 * while the start reads objects from the database.
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
    onAway: (err) => logger.error({ err }, 'metric store is unavailable, opening it again'),
    onBack: () => logger.info('metric store is available again'),
    onClockDoubt: (doubt) => {
      if (doubt) logger.warn({ doubt }, 'the server clock is doubted, no old samples are dropped');
      else logger.info('the server clock is trusted again, old samples are dropped');
    },
  });
  return store;
}
