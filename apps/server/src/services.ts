import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Database } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type AlarmService, openAlarms } from './alarms/engine/alarm-service.ts';
import { enqueueMessages } from './alarms/notifications/enqueue-messages.ts';
import { type NotificationService, openNotifications } from './alarms/notifications/notification-service.ts';
import { changeChecks } from './change-checks.ts';
import type { ServerSettings } from './config.ts';
import type { ChangeChecks } from './features/access-preview/allowed-change.ts';
import { startForecast } from './features/forecast/forecast-claims.ts';
import { Rates } from './features/installation/ingest-rates.ts';
import { startAnnouncer } from './features/stream/announcer.ts';
import { LiveState } from './live/live-state.ts';
import { openMetricStore } from './metric-store.ts';
import type { IngestPipeline } from './pipeline/ingest.ts';
import { openPipeline } from './pipeline/open-pipeline.ts';
import { StreamHub } from './platform/stream/hub.ts';

/** Services that run as long as the server. A handler names the ones it needs. */
export interface Services {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly collector: IngestPipeline;
  readonly alarms: AlarmService;
  readonly notifications: NotificationService;
  readonly rates: Rates;
  readonly changeChecks: ChangeChecks;
  readonly settings: ServerSettings;
}

export interface ServiceDeps {
  readonly settings: ServerSettings;
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** Asked by work that only one of several server processes may do. */
  readonly lease: LeaseState;
  /** False: alarms are evaluated only on request, for tests whose clock jumps. */
  readonly areAlarmsTimed?: boolean;
}

export type OpenServices = Services & AsyncDisposable;

/** Opens each service after those that it needs; they close in the opposite order. */
export async function openServices(deps: ServiceDeps): Promise<OpenServices> {
  const { settings, db, logger, metrics, now, lease, areAlarmsTimed = true } = deps;
  await using stack = new AsyncDisposableStack();
  const metricStore = await openMetricStore(settings, logger, now);
  stack.defer(() => metricStore.close());
  const live = new LiveState();
  const stream = new StreamHub(now());
  const announcer = stack.use(startAnnouncer({ live, stream, logger, now }));
  let alarms: AlarmService | undefined;
  const { collector, close } = await openPipeline({
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
  const opening = openAlarms({
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
  alarms = await opening;
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
  const rates = stack.use(new Rates(metrics.registry, logger));
  await rates.read();
  const opened = stack.move();
  return {
    live,
    metricStore,
    stream,
    collector,
    alarms,
    notifications,
    rates,
    changeChecks,
    settings,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
