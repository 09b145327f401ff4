import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { HostId } from '@gwanje/contract/definition/fields';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';
import type { AlarmChangeHandler, AlarmUpdate } from './alarm-changes.ts';
import { AlarmEngine } from './alarm-engine.ts';
import { createAlarmMetrics } from './alarm-metrics.ts';
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
  /** Called in the transaction of every alarm change. */
  readonly onChanges: AlarmChangeHandler;
  /** False: no timers run. For tests that set the clock. */
  readonly isTimed: boolean;
}

const EVALUATE_EVERY_MS = 250;
const VACUUM_EVERY_MS = 60_000;
const EVIDENCE_EVERY_MS = 1000;
const NOTE_RUN_EVERY_MS = 5_000;
const SETTINGS_EVERY_MS = 15_000;
const SILENCE_EVERY_MS = 1000;

export type AlarmService = Awaited<ReturnType<typeof openAlarms>>;

export async function openAlarms(options: OpenAlarmsOptions) {
  const { db, live, logger, now, stream, onChanges } = options;
  await using stack = new AsyncDisposableStack();
  const metrics = createAlarmMetrics(options.observe);
  const publish = (update: AlarmUpdate) => publishAlarms(db, stream, update, now());
  const engine = await AlarmEngine.open({
    db,
    live,
    now,
    onChanges,
    onUpdate(update) {
      const { hostId, raised, changed } = update;
      metrics.raised.inc(raised.length);
      logger.info({ hostId, raised: raised.length, changed: changed.length }, 'alarms changed');
      void publish(update).catch((err: unknown) => logger.warn({ err, hostId }, 'alarms not published'));
    },
  });
  stack.defer(() => engine.close());
  const schedule = new EvaluationSchedule({ engine, live, metrics, logger, now });
  const collect = async () => void (await collectEvidence({ db, live, metrics: options.metricStore, now }));
  const publishChanged = (hostId: number, changed: readonly number[]) =>
    publish({ hostId, raised: [], changed });
  const publishByHost = async (byHost: ReadonlyMap<number, number[]>) => {
    for (const [hostId, alarmIds] of byHost) await publishChanged(hostId, alarmIds);
  };
  let silencePublishedTo = now();
  const publishSilenceChanges = async () => {
    const until = now();
    await publishByHost(await silenceChangesBetween(db, silencePublishedTo, until));
    silencePublishedTo = until;
  };
  if (options.isTimed) {
    stack.use(every(EVALUATE_EVERY_MS, logger, 'evaluate alarms', () => schedule.evaluateDue()));
    stack.use(every(NOTE_RUN_EVERY_MS, logger, 'note that the server runs', () => engine.noteRunning()));
    stack.use(every(EVIDENCE_EVERY_MS, logger, 'collect evidence', collect));
    stack.use(every(VACUUM_EVERY_MS, logger, 'tidy alarms', () => engine.tidy()));
    stack.use(every(SILENCE_EVERY_MS, logger, 'publish silence changes', publishSilenceChanges));
    stack.use(every(SETTINGS_EVERY_MS, logger, 'read alarm settings', () => engine.reloadSettings()));
  }
  const opened = stack.move();
  return {
    engine,
    /** Alarms were raised or changed outside the engine: it reads them, and browsers get them. */
    publish: async (update: AlarmUpdate) => {
      await engine.alarmsChanged([...update.raised, ...update.changed]);
      await publish(update);
    },
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
    /** True while clusters are evaluated. One failing cluster does not make it false. */
    isHealthy: () => !options.isTimed || schedule.isHealthy(),
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
