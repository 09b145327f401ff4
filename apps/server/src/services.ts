import { join } from 'node:path';
import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { beginEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { StartStoreWorker } from '@gwanje/metric-store/embedded/store-thread';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { openPrometheusStore } from '@gwanje/metric-store/prometheus/prometheus-store';
import type { Logger } from 'pino';
import { type AlarmService, openAlarms } from './alarms/engine/alarm-service.ts';
import { type NotificationService, openNotifications } from './alarms/notifications/notification-service.ts';
import { enqueueMessages } from './alarms/notifications/outbox/enqueue-messages.ts';
import type { ServerSettings } from './config.ts';
import { startForecast } from './features/forecast/forecast-claims.ts';
import { type IngestRates, ingestRates } from './features/installation/ingest-rates.ts';
import { startAnnouncer } from './features/stream/announcer.ts';
import { LiveState } from './live/live-state.ts';
import type { IngestPipeline } from './pipeline/ingest.ts';
import { openPipeline } from './pipeline/open-pipeline.ts';
import { StreamHub } from './platform/stream/hub.ts';

/** Services that run as long as the server. A handler names the services it needs. */
export interface Services {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly pipeline: IngestPipeline;
  readonly alarms: AlarmService;
  readonly notifications: NotificationService;
  readonly rates: IngestRates;
  readonly settings: ServerSettings;
}

export interface ServiceDeps {
  readonly settings: ServerSettings;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Only the server process that holds the lease does the work that must not run twice. */
  readonly lease: LeaseState;
  /** False: alarms are evaluated only on request, for tests whose clock jumps. */
  readonly areAlarmsTimed?: boolean;
  /** Default: the embedded metric store has a thread. */
  readonly startStoreWorker?: StartStoreWorker | undefined;
}

export type OpenServices = Services & AsyncDisposable;

/** Opens each service after the services that it needs, and closes them in reverse order. */
export async function openServices(deps: ServiceDeps): Promise<OpenServices> {
  const { settings, db, logger, metrics, now, lease, areAlarmsTimed = true } = deps;
  await using stack = new AsyncDisposableStack();
  const metricStore = await openMetricStore(settings, logger, now, deps.startStoreWorker);
  stack.defer(() => metricStore.close());
  const live = new LiveState();
  const stream = new StreamHub(now());
  const announcer = stack.use(startAnnouncer({ live, stream, logger, now }));
  let alarms: AlarmService | undefined;
  const { pipeline, close } = await openPipeline({
    db,
    live,
    metrics: metricStore,
    logger,
    observe: metrics,
    now,
    limits: settings.limits,
    historyDays: settings.historyDays,
    lease,
    onChanged: (hostId, kinds) => {
      announcer.note(hostId, kinds);
      alarms?.markDue(hostId);
    },
  });
  stack.defer(close);
  alarms = await openAlarms({
    db,
    live,
    metricStore,
    stream,
    logger,
    observe: metrics,
    now,
    onChanges: enqueueMessages,
    alarmDays: settings.alarmDays,
    lease,
    isTimed: areAlarmsTimed,
  });
  stack.defer(alarms.close);
  const notifications = await openNotifications({
    db,
    settings: settings.notify,
    publicUrl: settings.publicUrl,
    historyDays: settings.historyDays,
    logger,
    observe: metrics,
    now,
    lease,
    isHealthy: alarms.isHealthy,
    onUpdate: alarms.publish,
    isTimed: areAlarmsTimed,
  });
  stack.defer(notifications.close);
  stack.use(await startForecast({ live, metricStore, logger, now }));
  const rates = stack.use(ingestRates(metrics.registry, logger));
  await rates.takeReading();
  const opened = stack.move();
  return {
    live,
    metricStore,
    stream,
    pipeline,
    alarms,
    notifications,
    rates,
    settings,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * Opens the configured metric store, else the embedded one in the data folder. The embedded one opens in the
 * background while the start reads objects from the database.
 */
async function openMetricStore(
  { metricsUrl, dataDir, sampleTiers }: Pick<ServerSettings, 'metricsUrl' | 'dataDir' | 'sampleTiers'>,
  logger: Logger,
  now: () => Date,
  startWorker: StartStoreWorker | undefined,
): Promise<MetricStore> {
  const nowMs = () => now().getTime();
  if (metricsUrl) return openPrometheusStore({ url: metricsUrl, now: nowMs });
  const { store } = beginEmbeddedStore({
    dir: join(dataDir, 'metrics'),
    now: nowMs,
    tiers: sampleTiers,
    startWorker,
    onMaintenanceError: (err) => logger.error({ err }, 'metric store maintenance failed'),
    onDown: (err) => logger.error({ err }, 'metric store is unavailable, opening it again'),
    onRecovered: () => logger.info('metric store is available again'),
    onClockDoubt: (doubt) => {
      if (doubt) logger.warn({ doubt }, 'the server clock is doubted, no old samples are dropped');
      else logger.info('the server clock is trusted again, old samples are dropped');
    },
  });
  return store;
}
