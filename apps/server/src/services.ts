import { join } from 'node:path';
import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { ClockDoubt } from '@gwanje/backend/retention/clock-doubt';
import { DeletionClock } from '@gwanje/backend/retention/deletion-clock';
import { beginEmbeddedStore } from '@gwanje/metric-store/embedded/embedded-store';
import type { StartStoreWorker } from '@gwanje/metric-store/embedded/store-thread';
import type { EngineStats, MetricStore, StoreDamage } from '@gwanje/metric-store/interface';
import { openPairStore, type PairOptions } from '@gwanje/metric-store/prometheus/pair/pair-store';
import { openPrometheusStore } from '@gwanje/metric-store/prometheus/prometheus-store';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { type AlarmService, openAlarms } from './alarms/engine/alarm-service.ts';
import { type NotificationService, openNotifications } from './alarms/notifications/notification-service.ts';
import { enqueueMessages } from './alarms/notifications/outbox/enqueue-messages.ts';
import type { ServerSettings } from './config.ts';
import { openAuditJobs } from './features/audit/audit-jobs.ts';
import { causesForMessage, findFirstCause } from './features/causes/alarm-causes.ts';
import { startForecast } from './features/forecast/forecast-claims.ts';
import { storeEndedShifts } from './features/handover/ended-shifts.ts';
import { agedHandoverTables } from './features/handover/handover-repository.ts';
import { type IngestRates, ingestRates } from './features/installation/ingest-rates.ts';
import { serverFigures } from './features/installation/server-figures.ts';
import { LogTunnels } from './features/logs/log-tunnels.ts';
import { reportMail } from './features/reports/report-mail.ts';
import { agedReports, findReport } from './features/reports/report-repository.ts';
import { makeDueReports } from './features/reports/scheduled-reports.ts';
import { createRetention } from './features/retention/retention-job.ts';
import { suspendDormantAccounts } from './features/security/dormant-account-repository.ts';
import { sendSignInNotices } from './features/security/sign-in-notices.ts';
import { startAnnouncer } from './features/stream/announcer.ts';
import { LiveState } from './live/live-state.ts';
import type { IngestPipeline } from './pipeline/ingest-pipeline.ts';
import { openPipeline } from './pipeline/ingest-pipeline.ts';
import { type OpenIngest, openIngest } from './pipeline/receive/ingest-route.ts';
import { ChangeWatch } from './platform/change-watch.ts';
import { OWNS_ALL, type Ownership } from './platform/ownership.ts';
import { ONE_SERVER, type Replicas } from './platform/replica-status.ts';
import { StreamHub } from './platform/stream/hub.ts';
import type { Replica } from './replicas/join-replicas.ts';
import { type OpenReplica, openReplica } from './replicas/open-replica.ts';

const DORMANT_EVERY_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
const REPORTS_EVERY_MS = 60_000;
const SHIFTS_EVERY_MS = 5 * 60_000;
const NOTICES_EVERY_MS = 10_000;
const RETENTION_EVERY_MS = 20 * 60_000;
/** How soon a replica knows what users changed on another one. */
const BEHIND_EVERY_MS = 1000;
const CHANGES_EVERY_MS = 1000;
/** With replicas a commit and its copies are dear, and thousands of agents send. One of them sends every 15 s. */
const GATHER_MS = 250;

/** Services that run as long as the server. A handler names the services it needs. */
export interface Services {
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly pipeline: IngestPipeline;
  /** Receives the batches of the agents. */
  readonly ingest: OpenIngest;
  /** The connections of the agents, through which logs are read. */
  readonly logs: LogTunnels;
  readonly alarms: AlarmService;
  readonly notifications: NotificationService;
  readonly rates: IngestRates;
  readonly replicas: Replicas;
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
  /** Absent: this server owns all clusters, and no other replica runs on the database. */
  readonly replica?: Replica | undefined;
  /** Default: the clusters of this replica, or all. */
  readonly ownership?: Ownership;
  /** False: alarms are evaluated only on request, for tests whose clock jumps. */
  readonly areAlarmsTimed?: boolean;
  /** Default: the embedded metric store has a thread. */
  readonly startStoreWorker?: StartStoreWorker | undefined;
}

export type OpenServices = Services & AsyncDisposable;

/** Opens each service after the services that it needs, and closes them in reverse order. */
export async function openServices(deps: ServiceDeps): Promise<OpenServices> {
  const { settings, db, logger, metrics, now, lease, replica, areAlarmsTimed = true } = deps;
  const ownership = deps.ownership ?? replica?.ownership ?? OWNS_ALL;
  const isReplica = ownership !== OWNS_ALL;
  await using stack = new AsyncDisposableStack();
  const clock = new DeletionClock({
    db,
    now,
    onDoubt: clockDoubtReporter(logger, metrics),
    onStoreError: (err) => logger.warn({ err }, 'the time of the trusted clock could not be stored'),
  });
  const metricStore = await openMetricStore(deps, clock);
  stack.defer(() => metricStore.close());
  const live = new LiveState();
  const stream = new StreamHub(replica?.membership.replicaId ?? now().getTime().toString(36));
  const announcer = stack.use(startAnnouncer({ live, stream, ownership, logger, now }));
  let alarms: AlarmService | undefined;
  let running: OpenReplica | undefined;
  const { pipeline, close } = await openPipeline({
    db,
    live,
    metrics: metricStore,
    logger,
    observe: metrics,
    now,
    limits: settings.limits,
    ownership,
    gatherMs: replica ? GATHER_MS : 0,
    onCommitted: replica && ((delta) => running?.sender.sendDelta(delta)),
    onChanged: (hostId, kinds) => {
      announcer.note(hostId, kinds);
      alarms?.markDue(hostId);
    },
  });
  stack.defer(close);
  const logs = new LogTunnels();
  const ingest = stack.use(openIngest({ db, pipeline, logger, metrics, now, forwarder: replica?.forwarder }));
  const causeSources = { db, live, metricStore, logger };
  alarms = await openAlarms({
    db,
    live,
    metricStore,
    stream,
    logger,
    observe: metrics,
    now,
    ownership,
    isReplica,
    onChanges: enqueueMessages,
    onCounts: (counts) => running?.sender.sendAlarmCounts(counts),
    findFirstCause: (alarmId) => findFirstCause(causeSources, alarmId),
    isTimed: areAlarmsTimed,
  });
  stack.defer(alarms.close);
  const notifications = await openNotifications({
    db,
    causesOf: (alarmId) => causesForMessage(causeSources, alarmId),
    reportMailOf: async (reportId, language) => {
      const report = await findReport(db, reportId);
      return report && reportMail(report, language, settings.publicUrl);
    },
    settings: settings.notify,
    publicUrl: settings.publicUrl,
    logger,
    observe: metrics,
    now,
    lease,
    isHealthy: alarms.isHealthyEverywhere,
    noteUpdates: alarms.noteUpdates,
    isTimed: areAlarmsTimed,
  });
  stack.defer(notifications.close);
  const retention = createRetention({ db, logger, observe: metrics, now, clock }, settings, [
    agedReports(settings.alarmDays * DAY_MS),
    ...agedHandoverTables(settings.alarmDays),
  ]);
  stack.use(
    every(RETENTION_EVERY_MS, logger, 'delete old data', async () => {
      if (lease.isHeld()) await retention.run();
    }),
  );
  stack.use(
    every(REPORTS_EVERY_MS, logger, 'make reports', async () => {
      if (lease.isHeld()) await makeDueReports({ db, metricStore, settings }, now(), logger);
    }),
  );
  stack.use(
    every(SHIFTS_EVERY_MS, logger, 'store the shifts that ended', async () => {
      if (lease.isHeld()) await storeEndedShifts({ db, logger }, now(), settings.alarmDays * DAY_MS);
    }),
  );
  stack.use(openAuditJobs({ settings, db, logger, now, lease }));
  stack.use(
    every(DORMANT_EVERY_MS, logger, 'suspend dormant accounts', async () => {
      const cnt = lease.isHeld() ? await suspendDormantAccounts(db, now()) : 0;
      if (cnt > 0) logger.info({ cnt }, 'accounts suspended that were not used for long');
    }),
  );
  stack.use(
    every(NOTICES_EVERY_MS, logger, 'report sign-ins with a new browser', async () => {
      const { portalUrl } = settings;
      if (lease.isHeld())
        await sendSignInNotices(db, notifications.mailClient, { portalUrl, logger, now: now() });
    }),
  );
  stack.use(
    await startForecast({
      live,
      metricStore,
      logger,
      now,
      ownership,
      onForecasts: (forecasts) => running?.sender.sendForecasts(forecasts),
    }),
  );
  const changes = new ChangeWatch(db, {
    alarmSettings: async () => alarms.engine.settingsChanged(),
    clusters: () => pipeline.refresh(),
  });
  if (isReplica) stack.use(every(CHANGES_EVERY_MS, logger, 'read changes of users', () => changes.check()));
  const rates = stack.use(ingestRates(metrics.registry, logger));
  await rates.takeReading();
  if (replica) {
    const { requestsPerMinute } = settings;
    const ownFigures = () => serverFigures({ metricStore, pipeline, alarms, rates, settings });
    running = stack.use(
      openReplica(replica, {
        live,
        stream,
        pipeline,
        ingest,
        logs,
        alarms,
        announcer,
        requestsPerMinute,
        ownFigures,
        logger,
        metrics,
      }),
    );
    await running.start();
    stack.use(
      every(BEHIND_EVERY_MS, logger, 'report metric engines that are behind', async () => {
        const { engines = [] } = await metricStore.stats();
        const behind = engines.filter(({ waitingBytes }) => waitingBytes > 0);
        replica.membership.reportBehindEngines(behind.map(({ name }) => name));
      }),
    );
  }
  const opened = stack.move();
  return {
    live,
    metricStore,
    stream,
    pipeline,
    ingest,
    logs,
    alarms,
    notifications,
    rates,
    replicas: running ?? ONE_SERVER,
    settings,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Logs and shows in `/metrics` whether the server clock is trusted for deletions. */
function clockDoubtReporter(logger: Logger, { registry }: Metrics): (doubt: ClockDoubt | null) => void {
  const doubted = new Gauge({
    name: 'gwanje_clock_doubted',
    help: '1 while the server clock may be ahead, so that nothing is deleted by its age',
    registers: [registry],
  });
  return (doubt) => {
    doubted.set(doubt ? 1 : 0);
    if (doubt) logger.warn({ doubt }, 'the server clock is doubted, nothing old is deleted');
    else logger.info('the server clock is trusted again, old data is deleted');
  };
}

/** Logs and counts samples that were lost to damaged bytes on the disk. */
function sampleDamageReporter(logger: Logger, { registry }: Metrics): (damage: StoreDamage) => void {
  const lostRecords = new Counter({
    name: 'gwanje_samples_lost_total',
    help: 'Records of the metric store that damaged bytes on the disk have cost',
    labelNames: ['lost'],
    registers: [registry],
  });
  return (damage) => {
    lostRecords.inc({ lost: damage.lost }, damage.cnt);
    logger.error({ damage }, 'the metric store found damaged bytes and continues with the rest');
  };
}

/** Logs and counts what happens to each of two metric engines. */
function pairReporter(
  logger: Logger,
  { registry }: Metrics,
): Pick<PairOptions, 'onAway' | 'onBack' | 'onLost'> {
  const lost = new Counter({
    name: 'gwanje_metric_engine_lost_writes_total',
    help: 'Writes that one of two metric engines never got',
    labelNames: ['engine'],
    registers: [registry],
  });
  return {
    onAway(engine, err) {
      logger.warn({ err, engine }, 'a metric engine does not answer, its samples wait on the disk');
    },
    onBack(engine) {
      logger.info({ engine }, 'the metric engine answers again and gets the samples that it missed');
    },
    onLost(engine, writeCnt, reason) {
      lost.inc({ engine }, writeCnt);
      logRefusal(
        logger,
        { engine, writeCnt, reason },
        'samples lost for one metric engine, the other has them',
      );
    },
  };
}

function registerEngineGauges({ registry }: Metrics, store: MetricStore): void {
  const gauge = (name: string, help: string, read: (engine: EngineStats) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['engine'],
      registers: [registry],
      async collect() {
        const { engines = [] } = await store.stats();
        for (const engine of engines) this.set({ engine: engine.name }, read(engine));
      },
    });
  gauge(
    'gwanje_metric_engine_up',
    '0 while one of two metric engines does not answer and its samples wait on the disk',
    ({ isAnswering }) => (isAnswering ? 1 : 0),
  );
  gauge(
    'gwanje_metric_engine_waiting_bytes',
    'Samples on the disk of this server that one of two metric engines has not got yet',
    ({ waitingBytes }) => waitingBytes,
  );
}

/**
 * Opens the configured metric store, else the embedded one in the data folder. The embedded one opens in the
 * background while the start reads objects from the database.
 */
async function openMetricStore(
  { settings, logger, metrics, now, replica, startStoreWorker: startWorker }: ServiceDeps,
  clock: DeletionClock,
): Promise<MetricStore> {
  const { metricsUrls, dataDir, sampleTiers } = settings;
  const nowMs = () => now().getTime();
  const [url] = metricsUrls;
  if (url && metricsUrls.length === 1) return openPrometheusStore({ url, now: nowMs });
  if (url) {
    const pair = await openPairStore({
      urls: metricsUrls,
      queueDir: join(dataDir, 'metrics-queue'),
      maxQueueBytes: settings.metricsQueueBytes,
      now: nowMs,
      isBehindElsewhere: (engine) => replica?.ownership.isBehindElsewhere(engine) ?? false,
      ...pairReporter(logger, metrics),
    });
    registerEngineGauges(metrics, pair);
    return pair;
  }
  const { store } = beginEmbeddedStore({
    dir: join(dataDir, 'metrics'),
    now: nowMs,
    tiers: sampleTiers,
    startWorker,
    // Without the database the clock cannot be checked.
    mayDrop: () =>
      clock.check().then(
        (doubt) => doubt === null,
        () => false,
      ),
    onDropped: (files) => logger.info({ files }, 'old samples dropped'),
    onMaintenanceError: (err) => logger.error({ err }, 'metric store maintenance failed'),
    onDamage: sampleDamageReporter(logger, metrics),
    onDown: (err) => logger.error({ err }, 'metric store is unavailable, opening it again'),
    onRecovered: () => logger.info('metric store is available again'),
  });
  return store;
}
