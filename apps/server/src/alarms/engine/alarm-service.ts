import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { HostId } from '@gwanje/contract/definition/fields';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { Ownership } from '../../platform/ownership.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';
import type { AlarmChangeHandler, AlarmUpdate } from './alarm-changes.ts';
import type { AlarmCounts } from './alarm-counts.ts';
import { AlarmEngine } from './alarm-engine.ts';
import { createAlarmMetrics } from './alarm-metrics.ts';
import { AlarmNotices } from './alarm-notices.ts';
import { EvaluationSchedule } from './evaluation-schedule.ts';
import { collectEvidence } from './evidence.ts';
import { loadBriefs, openAlarmsOfWindow, silenceChangesBetween } from './repositories/publish-repository.ts';

export interface OpenAlarmsOptions {
  readonly db: Db;
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly now: () => Date;
  /** Alarms are evaluated for owned clusters only. */
  readonly ownership: Ownership;
  /** True: other replicas run on the same database, and may change alarms of clusters that this one owns. */
  readonly isReplica: boolean;
  /** Called in the transaction of every alarm change. */
  readonly onChanges: AlarmChangeHandler;
  /** Called after the number of open alarms of an owned cluster or its objects changed. */
  readonly onCounts?: ((counts: AlarmCounts) => void) | undefined;
  /** False: no timers run. For tests that set the clock. */
  readonly isTimed: boolean;
  /** The kind of change before an alarm that most likely caused it, to find the alarm later by it. */
  readonly findFirstCause?: ((alarmId: number) => Promise<string | null>) | undefined;
}

const EVALUATE_EVERY_MS = 250;
const VACUUM_EVERY_MS = 60_000;
const EVIDENCE_EVERY_MS = 1000;
const NOTE_RUN_EVERY_MS = 5_000;
const SETTINGS_EVERY_MS = 15_000;
const SILENCE_EVERY_MS = 1000;
const NOTICES_EVERY_MS = 1000;
/** A cluster has no owner for at most this time. */
const TAKEOVER_MS = 30_000;

export type AlarmService = Awaited<ReturnType<typeof openAlarms>>;

export async function openAlarms(options: OpenAlarmsOptions) {
  const { db, live, logger, now, stream, ownership, isReplica, onChanges, onCounts } = options;
  await using stack = new AsyncDisposableStack();
  const metrics = createAlarmMetrics(options.observe);
  const publish = (update: AlarmUpdate) => publishAlarms(db, stream, update, now());
  let failing: ReadonlyMap<number, Date> = new Map();
  const failingSinceMs = (hostId: number) => failing.get(hostId)?.getTime() ?? null;
  const engine = await AlarmEngine.open({
    db,
    live,
    now,
    ownership,
    isReplica,
    onChanges,
    onCounts:
      onCounts && ((counts) => onCounts({ ...counts, failingSinceMs: failingSinceMs(counts.hostId) })),
    onUpdate(update) {
      const { hostId, raised, changed } = update;
      metrics.raised.inc(raised.length);
      logger.info({ hostId, raised: raised.length, changed: changed.length }, 'alarms changed');
      void publish(update).catch((err: unknown) => logger.warn({ err, hostId }, 'alarms not published'));
    },
  });
  stack.defer(() => engine.close());
  const countsOf = (hostId: number): AlarmCounts => ({
    ...engine.countsOf(hostId),
    failingSinceMs: failingSinceMs(hostId),
  });
  const onFailing = (hostId: number) => onCounts?.({ ...countsOf(hostId), objects: [] });
  const schedule = new EvaluationSchedule({ engine, live, ownership, metrics, logger, now, onFailing });
  failing = schedule.failing;
  const { metricStore, findFirstCause } = options;
  const sources = { db, live, metrics: metricStore, ownership, now, findFirstCause };
  const collect = async () => void (await collectEvidence(sources));
  const publishChanged = (hostId: number, changed: readonly number[]) =>
    publish({ hostId, raised: [], changed });
  const publishByHost = async (byHost: ReadonlyMap<number, number[]>) => {
    for (const [hostId, alarmIds] of byHost) await publishChanged(hostId, alarmIds);
  };
  const publishSilences = async (after: Date, until: Date, isPublished: (hostId: number) => boolean) => {
    const byHost = await silenceChangesBetween(db, after, until);
    await publishByHost(new Map([...byHost].filter(([hostId]) => isPublished(hostId))));
  };
  let silencePublishedTo = now();
  const publishSilenceChanges = async () => {
    const until = now();
    await publishSilences(silencePublishedTo, until, (hostId) => ownership.owns(hostId));
    silencePublishedTo = until;
  };
  const notices = isReplica ? new AlarmNotices(db) : undefined;
  const readNotices = async () =>
    notices?.read(async (alarmIds) => {
      const byHost = await engine.alarmsChanged(alarmIds);
      for (const hostId of byHost.keys()) schedule.markDue(hostId);
      // Browsers read the lists again, with the counts of the owner.
      await publishByHost(byHost);
    });
  const isHealthy = () => !options.isTimed || schedule.isHealthy();
  if (options.isTimed) {
    stack.use(every(EVALUATE_EVERY_MS, logger, 'evaluate alarms', () => schedule.evaluateDue()));
    stack.use(
      every(NOTE_RUN_EVERY_MS, logger, 'note that the server runs', () => engine.noteRunning(isHealthy())),
    );
    stack.use(every(EVIDENCE_EVERY_MS, logger, 'collect evidence', collect));
    stack.use(every(VACUUM_EVERY_MS, logger, 'tidy alarms', () => engine.tidy()));
    stack.use(every(SILENCE_EVERY_MS, logger, 'publish silence changes', publishSilenceChanges));
    stack.use(every(SETTINGS_EVERY_MS, logger, 'read alarm settings', () => engine.reloadSettings()));
    if (isReplica) stack.use(every(NOTICES_EVERY_MS, logger, 'read alarm notices', readNotices));
  }
  const opened = stack.move();
  return {
    engine,
    /**
     * This server owns the clusters from now on: their alarms are read from the tables and evaluated. Call it
     * when their live state is complete.
     */
    async own(...hostIds: readonly number[]) {
      // The earlier owner may have failed to evaluate them.
      for (const hostId of hostIds) live.setAlarmsFailing(hostId, Number.NaN);
      await engine.own(hostIds);
      for (const hostId of hostIds) schedule.markDue(hostId);
      const until = now();
      const isOwned = (hostId: number) => hostIds.includes(hostId);
      await publishSilences(new Date(until.getTime() - TAKEOVER_MS), until, isOwned).catch((err: unknown) =>
        logger.warn({ err }, 'silence changes not published'),
      );
    },
    /** Another server owns the cluster from now on. Resolves when nothing is written for it any more. */
    async release(hostId: number): Promise<void> {
      await engine.release(hostId);
      schedule.forget(hostId);
    },
    /** All counts of a cluster, for a replica that has none of them yet. */
    countsOf,
    /**
     * Call it in the transaction that changes alarms outside the engine, and the returned function after the
     * commit: the engine reads the alarms, and browsers get them.
     */
    async noteUpdates(trx: Db, updates: readonly AlarmUpdate[]): Promise<() => Promise<void>> {
      const alarmIds = updates.flatMap(({ raised, changed }) => [...raised, ...changed]);
      const noticeIds = await notices?.write(trx, alarmIds);
      return async () => {
        await engine.alarmsChanged(alarmIds);
        if (noticeIds) notices?.setApplied(noticeIds);
        for (const update of updates) {
          schedule.markDue(update.hostId);
          await publish(update);
        }
      };
    },
    /** Reads the alarms that users changed on other replicas. */
    readNotices,
    publishChanged,
    /** A batch of the cluster was stored: the cluster is evaluated soon. */
    markDue: (hostId: number) => schedule.markDue(hostId),
    /** Evaluates every cluster now. Throws at the end when a cluster could not be evaluated. */
    evaluateAll: () => schedule.evaluateAll(),
    collectEvidence: collect,
    /** Publishes alarms whose snooze or maintenance began or ended since the last call. */
    publishSilenceChanges,
    publishMaintenance: async (maintenanceId: number) =>
      publishByHost(await openAlarmsOfWindow(db, maintenanceId)),
    /** Clusters that could not be evaluated, and since when. */
    failingClusters: () => schedule.failing,
    /** True while this server evaluates its clusters. One failing cluster does not make it false. */
    isHealthy,
    /** The same for all replicas. */
    isHealthyEverywhere: async () => isHealthy() && (!isReplica || (await engine.isEvaluatingEverywhere())),
    close: () => opened.disposeAsync(),
  };
}

/** Sends raised and changed alarms to browsers. Raised alarms that are folded are only counted. */
async function publishAlarms(
  db: Db,
  hub: StreamHub,
  { hostId, raised, changed }: AlarmUpdate,
  now: Date,
): Promise<void> {
  const messages = [
    { type: 'alarm', alarmIds: raised, excludeFolded: true },
    { type: 'alarmChanged', alarmIds: changed, excludeFolded: false },
  ] as const;
  for (const { type, alarmIds, excludeFolded } of messages) {
    if (alarmIds.length === 0) continue;
    // Without the database the message has no list. Browsers then load the alarms themselves.
    const list = await loadBriefs(db, alarmIds, excludeFolded, now).catch((error: unknown) => {
      if (isUnavailable(error)) return [];
      throw error;
    });
    hub.publish({ type, hostId: HostId.parse(hostId), list, totalCnt: alarmIds.length });
  }
}
