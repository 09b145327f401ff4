import type { Database } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { LiveState } from '../live/live-state.ts';
import type { StreamHub } from '../stream/hub.ts';
import { announceAlarms } from './announce.ts';
import { AlarmEngine, type AlarmNews } from './engine.ts';
import { gatherEvidence } from './evidence.ts';

export interface OpenAlarmsOptions {
  readonly db: Kysely<Database>;
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly stream: StreamHub;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly now: () => Date;
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
  /** Looks at everything now. */
  evaluateAll(): Promise<void>;
  gather(): Promise<void>;
  /** Whether every cluster was looked at lately. */
  isHealthy(): boolean;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 250;
/** Holds end and silence grows without any batch. */
const LOOK_AT_LEAST_MS = 10_000;
/** Of the time of one core, evaluation takes this part at most. */
const SHARE_OF_TIME = 10;
const STALLED_MS = 60_000;
const TIDY_EVERY_MS = 60_000;
const EVIDENCE_EVERY_MS = 1000;
const SETTINGS_EVERY_MS = 15_000;

export async function openAlarms(options: OpenAlarmsOptions): Promise<AlarmService> {
  const { db, live, logger, now, stream } = options;
  await using stack = new AsyncDisposableStack();
  const observed = observe(options.observe);
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
  const rounds = new Rounds(engine, live, observed, logger);
  const gather = async () => {
    await gatherEvidence({ db, live, metrics: options.metricStore, now });
  };
  if (options.isTimed) {
    stack.use(every(LOOK_EVERY_MS, logger, 'evaluate alarms', () => rounds.lookWhereDue()));
    stack.use(every(EVIDENCE_EVERY_MS, logger, 'gather evidence', gather));
    stack.use(every(TIDY_EVERY_MS, logger, 'tidy alarms', () => engine.tidy()));
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
    isHealthy: () => !options.isTimed || rounds.isHealthy(),
    close: () => opened.disposeAsync(),
  };
}

interface Observed {
  readonly raised: Counter;
  readonly seconds: Histogram;
  readonly failures: Counter;
  readonly lastRound: Gauge;
  readonly open: Gauge;
}

function observe({ registry }: Metrics): Observed {
  const registers = [registry];
  return {
    raised: new Counter({
      name: 'gwanje_alarms_raised_total',
      help: 'Alarms raised or broken again',
      registers,
    }),
    seconds: new Histogram({
      name: 'gwanje_alarm_evaluation_seconds',
      help: 'Time to look at one cluster',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 1, 5],
      registers,
    }),
    failures: new Counter({
      name: 'gwanje_alarm_evaluation_failures_total',
      help: 'Looks at a cluster that could not be finished',
      registers,
    }),
    lastRound: new Gauge({
      name: 'gwanje_alarm_last_round_seconds',
      help: 'When every cluster had last been looked at; one that stands still is a stalled evaluator',
      registers,
    }),
    open: new Gauge({
      name: 'gwanje_alarms_open',
      help: 'Alarms that are not recovered or closed',
      registers,
    }),
  };
}

/** When which cluster is looked at: soon after a batch, and every few seconds anyhow; a large one more rarely. */
class Rounds {
  readonly #engine: AlarmEngine;
  readonly #live: LiveState;
  readonly #observed: Observed;
  readonly #logger: Logger;
  readonly #due = new Set<number>();
  readonly #looked = new Map<number, { atMs: number; tookMs: number }>();
  #wholeMs = performance.now();

  constructor(engine: AlarmEngine, live: LiveState, observed: Observed, logger: Logger) {
    this.#engine = engine;
    this.#live = live;
    this.#observed = observed;
    this.#logger = logger;
  }

  note(hostId: number): void {
    this.#due.add(hostId);
  }

  /** By the machine's own time: a clock that is set is no stall. */
  isHealthy(): boolean {
    return performance.now() - this.#wholeMs < STALLED_MS;
  }

  async lookWhereDue(): Promise<void> {
    let isWhole = true;
    for (const hostId of this.#live.hostIds()) {
      const looked = this.#looked.get(hostId);
      const sinceMs = looked ? performance.now() - looked.atMs : Number.POSITIVE_INFINITY;
      const isDue = this.#due.has(hostId) && sinceMs >= (looked?.tookMs ?? 0) * SHARE_OF_TIME;
      if (isDue || sinceMs >= LOOK_AT_LEAST_MS) isWhole = (await this.#look(hostId)) && isWhole;
    }
    this.#round(isWhole);
  }

  async lookAtAll(): Promise<void> {
    for (const hostId of this.#live.hostIds()) await this.#engine.evaluate(hostId);
  }

  /** One cluster that cannot be looked at is no reason to look at no other. */
  async #look(hostId: number): Promise<boolean> {
    this.#due.delete(hostId);
    const startMs = performance.now();
    try {
      await this.#engine.evaluate(hostId);
      return true;
    } catch (err) {
      this.#observed.failures.inc();
      this.#logger.warn({ err, hostId }, 'alarms of a cluster not evaluated');
      return false;
    } finally {
      const tookMs = performance.now() - startMs;
      this.#looked.set(hostId, { atMs: performance.now(), tookMs });
      this.#observed.seconds.observe(tookMs / 1000);
    }
  }

  #round(isWhole: boolean): void {
    this.#observed.open.set(this.#engine.openCnt);
    if (!isWhole) return;
    this.#wholeMs = performance.now();
    this.#observed.lastRound.set(Date.now() / 1000);
  }
}
