import type { OnDuty } from '@gwanje/backend/database/duty';
import type { Database } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type AlarmService, openAlarms } from './alarms/engine/open.ts';
import { openNotifications } from './alarms/notifications/open.ts';
import type { ServerSettings } from './config.ts';
import { TileWriter } from './features/dashboard/tile-writer.ts';
import { forecastClaims } from './features/forecast/forecast-claims.ts';
import { Rates } from './features/installation/rates.ts';
import { Announcer } from './features/stream/announcer.ts';
import { LiveState } from './live/live-state.ts';
import { openMetricStore } from './metric-store.ts';
import { openCollector } from './pipeline/open.ts';
import type { CallServices } from './platform/http/call.ts';
import { StreamHub } from './platform/stream/hub.ts';

export interface ServiceDeps {
  readonly settings: Pick<
    ServerSettings,
    'metricsUrl' | 'dataDir' | 'sampleTiers' | 'limits' | 'historyDays' | 'alarmDays' | 'notify' | 'publicUrl'
  >;
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
  /** For what one of several server processes does. */
  readonly duty: OnDuty;
  /** False: alarms are evaluated only when asked, for tests whose clock leaps. */
  readonly areAlarmsTimed?: boolean;
}

export interface OpenServices extends Omit<CallServices, 'settings'>, AsyncDisposable {}

const CHANGES_EVERY_MS = 1000;
/** Counting a large cluster takes milliseconds, and its state changes by minutes. */
const STATES_EVERY_MS = 5000;
const RATES_EVERY_MS = 5000;
const FORECAST_EVERY_MS = 5 * 60_000;

/** What lives as long as the server beside the database: samples, live state, collection, stream. */
export async function openServices({
  settings,
  db,
  logger,
  metrics,
  now,
  duty,
  areAlarmsTimed = true,
}: ServiceDeps): Promise<OpenServices> {
  await using stack = new AsyncDisposableStack();
  const metricStore = await openMetricStore(settings, logger, now);
  stack.defer(() => metricStore.close());
  const live = new LiveState();
  const stream = new StreamHub(now());
  const announcer = new Announcer(live, stream);
  let alarms: AlarmService | undefined;
  const { collector, close } = await openCollector({
    db,
    live,
    metrics: metricStore,
    logger,
    observe: metrics,
    now,
    limits: settings.limits,
    historyDays: settings.historyDays,
    duty,
    onChanged: (hostId, kinds) => {
      announcer.note(hostId, kinds);
      alarms?.note(hostId);
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
    alarmDays: settings.alarmDays,
    duty,
    isTimed: areAlarmsTimed,
  });
  alarms = await opening;
  stack.defer(alarms.close);
  const { announce, isHealthy } = alarms;
  const notifications = await openNotifications({
    db,
    settings: settings.notify,
    publicUrl: settings.publicUrl,
    historyDays: settings.historyDays,
    logger,
    observe: metrics,
    now,
    duty,
    isHealthy,
    onNews: announce,
    isTimed: areAlarmsTimed,
  });
  stack.defer(notifications.close);
  stack.use(every(CHANGES_EVERY_MS, logger, 'announce changes', async () => announcer.announceChanges()));
  stack.use(
    every(STATES_EVERY_MS, logger, 'announce states', async () => announcer.announceStates(now().getTime())),
  );
  const forecast = () => forecastClaims(live, metricStore, now().getTime());
  await forecast().catch((err: unknown) => logger.warn({ err }, 'claims not forecast'));
  stack.use(every(FORECAST_EVERY_MS, logger, 'forecast claims', forecast));
  const rates = new Rates(metrics.registry);
  await rates.look();
  stack.use(every(RATES_EVERY_MS, logger, 'look at rates', () => rates.look()));
  const tileWriter = stack.use(new TileWriter(logger));
  const opened = stack.move();
  return {
    live,
    metricStore,
    stream,
    collector,
    alarms,
    notifications,
    rates,
    tileWriter,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
