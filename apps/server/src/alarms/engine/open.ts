import type { OnDuty } from '@gwanje/backend/database/duty';
import type { Database } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';
import { announceAlarms } from './announce.ts';
import { AlarmEngine, type AlarmNews } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import { observeAlarms } from './observe.ts';
import { coveredBy, turnedBetween } from './quiet-turns.ts';
import { forgetAlarms } from './retention.ts';
import { Rounds } from './rounds.ts';

export interface OpenAlarmsOptions {
  readonly db: Kysely<Database>;
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly now: () => Date;
  /** How long alarms are kept that are over. */
  readonly alarmDays: number;
  readonly duty: OnDuty;
  /** False: only when somebody asks, for tests whose clock leaps. */
  readonly isTimed: boolean;
}

export interface AlarmService {
  readonly engine: AlarmEngine;
  /** Tells browsers of alarms that were raised outside the engine, which follows them from then on. */
  announce(news: AlarmNews): Promise<void>;
  /** Tells browsers of alarms that somebody changed. */
  announceChanged(hostId: number, alarmIds: readonly number[]): Promise<void>;
  /** A batch of the cluster has been stored. */
  note(hostId: number): void;
  /** Looks at everything now; fails where a cluster could not be looked at, after all others were. */
  evaluateAll(): Promise<void>;
  gather(): Promise<void>;
  /** Tells browsers of alarms that time has made quiet or loud since it was last asked. */
  announceTurns(): Promise<void>;
  /** A maintenance window has begun or ended: tells browsers of what it is about. */
  announceMaintenance(maintenanceId: number): Promise<void>;
  /** Lets go of alarms that have been over for long. */
  forget(): Promise<number>;
  /** Clusters that could not be looked at, and since when. */
  failing(): ReadonlyMap<number, Date>;
  /** Whether clusters are looked at: one that cannot be is no reason to say no. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 250;
const TIDY_EVERY_MS = 60_000;
const EVIDENCE_EVERY_MS = 1000;
const SETTINGS_EVERY_MS = 15_000;
const TURNS_EVERY_MS = 1000;
const FORGET_EVERY_MS = 3_600_000;

export async function openAlarms(options: OpenAlarmsOptions): Promise<AlarmService> {
  const { db, live, logger, now, stream } = options;
  await using stack = new AsyncDisposableStack();
  const observed = observeAlarms(options.observe);
  const engine = await AlarmEngine.open({
    db,
    live,
    now,
    onAlarms(news) {
      observed.raised.inc(news.raised.length);
      logger.info(
        { hostId: news.hostId, raised: news.raised.length, changed: news.changed.length },
        'alarms changed',
      );
      void announceAlarms(db, stream, news, now()).catch((err: unknown) =>
        logger.warn({ err }, 'alarms not announced'),
      );
    },
  });
  stack.defer(() => engine.close());
  const rounds = new Rounds({ engine, live, observed, logger, now });
  const gather = async () => {
    await gatherEvidence({ db, live, metrics: options.metricStore, now });
  };
  const forget = () => forgetAlarms(db, options.alarmDays, now());
  const announceAll = async (byHost: ReadonlyMap<number, number[]>) => {
    for (const [hostId, changed] of byHost)
      await announceAlarms(db, stream, { hostId, raised: [], changed }, now());
  };
  let turnedTo = now();
  const announceTurns = async () => {
    const until = now();
    await announceAll(await turnedBetween(db, turnedTo, until));
    turnedTo = until;
  };
  if (options.isTimed) {
    stack.use(every(LOOK_EVERY_MS, logger, 'evaluate alarms', () => rounds.lookWhereDue()));
    stack.use(every(EVIDENCE_EVERY_MS, logger, 'gather evidence', gather));
    stack.use(every(TIDY_EVERY_MS, logger, 'tidy alarms', () => engine.tidy()));
    stack.use(every(TURNS_EVERY_MS, logger, 'announce what is quiet', announceTurns));
    stack.use(
      every(FORGET_EVERY_MS, logger, 'forget old alarms', async () => {
        if (!options.duty.isOn()) return;
        logger.info({ alarms: await forget() }, 'old alarms forgotten');
      }),
    );
    stack.use(every(SETTINGS_EVERY_MS, logger, 'read alarm settings', () => engine.settingsMayHaveChanged()));
  }
  const opened = stack.move();
  return {
    engine,
    announce: async (news) => {
      await engine.alarmsChanged([...news.raised, ...news.changed]);
      await announceAlarms(db, stream, news, now());
    },
    announceChanged: (hostId, changed) => announceAlarms(db, stream, { hostId, raised: [], changed }, now()),
    note: (hostId) => rounds.note(hostId),
    evaluateAll: () => rounds.lookAtAll(),
    gather,
    announceTurns,
    announceMaintenance: async (maintenanceId) => announceAll(await coveredBy(db, maintenanceId)),
    forget,
    failing: () => rounds.failing,
    isHealthy: () => !options.isTimed || rounds.isHealthy(),
    close: () => opened.disposeAsync(),
  };
}
