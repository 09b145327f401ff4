import type { Db } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import { type AlarmedKind, alarmedKinds } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/metrics';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { STALE_MS } from '../../live/tables/derived-state.ts';
import { loadClusterSettings } from './backtest-repository.ts';
import { type BacktestEpisode, type BacktestResult, ResultCollector } from './backtest-result.ts';
import type { BacktestCluster, ClusterSettings } from './cluster-settings.ts';
import { idsInRange, type Lifetime, loadLifetimes, type Range } from './lifetime-repository.ts';
import { allocatableOf, clusterSubject, factMetrics, subjectOf } from './past-facts.ts';
import { PastMeasurements } from './past-measurements.ts';
import { Replay } from './replay.ts';

export interface BacktestRequest {
  readonly db: Db;
  readonly store: MetricStore;
  readonly clusters: readonly BacktestCluster[];
  /** Settings of clusters and objects take precedence over the template, as they would if it were applied. */
  readonly template: AlarmSettings;
  readonly range: Range;
  readonly stepMs: number;
  /** The backtest stops after this time, and reports how many objects it tested. */
  readonly withinMs: number;
}

const MAX_OBJECTS = 20_000;
/** Objects whose series are in memory at the same time: about ten megabytes. */
const BATCH_SIZE = 50;
const WINDOW_POINTS = 1440;
const MAX_BLOCKING_MS = 10;

const clusterMetrics = [
  'podCnt',
  'nodeCnt',
  'nodeReadyCnt',
  'podPendingCnt',
  'cpuUsedCores',
  'memUsedBytes',
  'pvUnboundCnt',
] as const satisfies MetricName<'cluster'>[];

const measuredKinds = ['node', 'pod', 'claim'] as const satisfies readonly (keyof typeof factMetrics)[];

export async function runBacktest(request: BacktestRequest): Promise<BacktestResult> {
  const { db, clusters, template } = request;
  return await new BacktestRun(request, await loadClusterSettings(db, clusters, template)).run();
}

/** A cluster that was replayed. Its objects are known only while its agents were in contact. */
interface ClusterHistory {
  readonly settings: ClusterSettings;
  readonly nodes: readonly Lifetime<'node'>[];
  readonly hasContact: (atMs: number) => boolean;
}

class BacktestRun {
  readonly #request: BacktestRequest;
  readonly #clusterSettings: readonly ClusterSettings[];
  readonly #result: ResultCollector;
  readonly #endsAt: number;
  readonly #eventLoop = new EventLoopYield(MAX_BLOCKING_MS);

  constructor(request: BacktestRequest, clusterSettings: readonly ClusterSettings[]) {
    this.#request = request;
    this.#clusterSettings = clusterSettings;
    this.#result = new ResultCollector((key) =>
      clusterSettings.some((settings) => settings.isOnSomewhere(key)),
    );
    this.#endsAt = performance.now() + request.withinMs;
  }

  async run(): Promise<BacktestResult> {
    // Pods come last: there are many of them, and the time may not be enough for all.
    const others = alarmedKinds.filter((kind) => kind !== 'node' && kind !== 'pod');
    const histories: ClusterHistory[] = [];
    for (const settings of this.#clusterSettings) histories.push(await this.#cluster(settings));
    for (const history of histories) await this.#objects(history, 'node', history.nodes);
    for (const kind of [...others, 'pod'] as const)
      for (const history of histories) await this.#kind(history, kind);
    return this.#result.result();
  }

  async #cluster(settings: ClusterSettings): Promise<ClusterHistory> {
    const { store, range, stepMs } = this.#request;
    const { hostId, name } = settings.cluster;
    const nodes: Lifetime<'node'>[] = [];
    for await (const lifetimes of this.#lifetimes(settings, 'node')) nodes.push(...lifetimes);
    const measurements = new PastMeasurements();
    const subject = clusterSubject(range.fromMs, measurements, allocatableOf(nodes));
    const contact = new ContactTimes(range, stepMs);
    const { hasContact } = contact;
    const replay = new Replay(subject, this.#itemsOn(settings, 'cluster', null), measurements, {
      ...range,
      stepMs,
      hasContact,
    });
    for (const window of this.#windows()) {
      const answer = await store.series({
        scope: 'cluster',
        ids: [hostId],
        metrics: clusterMetrics,
        ...window,
        maxPoints: WINDOW_POINTS,
      });
      const pods = answer.series.find(({ metric }) => metric === 'podCnt');
      contact.add(answer.startMs, answer.stepMs, pods?.avg ?? []);
      measurements.feed(answer, answer.series);
      replay.run(window.toMs);
      await this.#eventLoop.yieldIfDue();
    }
    contact.finish();
    this.#result.count('cluster', 1, 1);
    this.#collect(replay, settings, { objectId: null, objectName: name, namespace: null });
    return { settings, nodes, hasContact };
  }

  async #kind<Kind extends AlarmedKind>(history: ClusterHistory, kind: Kind): Promise<void> {
    if (!itemsOf(kind).some(({ key }) => this.#result.has(key))) return;
    for await (const lifetimes of this.#lifetimes(history.settings, kind))
      await this.#objects(history, kind, lifetimes);
  }

  async *#lifetimes<Kind extends AlarmedKind>(
    { cluster }: ClusterSettings,
    kind: Kind,
  ): AsyncIterable<Lifetime<Kind>[]> {
    const { db, range } = this.#request;
    const { ids, totalCnt } = await idsInRange(db, cluster.hostId, kind, range, MAX_OBJECTS);
    this.#result.count(kind, totalCnt, 0);
    for (let start = 0; start < ids.length && !this.#isOver(); start += BATCH_SIZE)
      yield await loadLifetimes(db, kind, ids.slice(start, start + BATCH_SIZE), range);
  }

  async #objects<Kind extends AlarmedKind>(
    history: ClusterHistory,
    kind: Kind,
    lifetimes: readonly Lifetime<Kind>[],
  ): Promise<void> {
    for (let start = 0; start < lifetimes.length && !this.#isOver(); start += BATCH_SIZE)
      await this.#batch(history, kind, lifetimes.slice(start, start + BATCH_SIZE));
  }

  async #batch<Kind extends AlarmedKind>(
    { settings, hasContact }: ClusterHistory,
    kind: Kind,
    lifetimes: readonly Lifetime<Kind>[],
  ): Promise<void> {
    const { store, range, stepMs } = this.#request;
    const scope = measuredKinds.find((measured) => measured === kind);
    const replays = lifetimes.map((lifetime) => {
      const measurements = new PastMeasurements();
      const items = this.#itemsOn(settings, kind, lifetime.objectId);
      const grid = { ...range, stepMs, hasContact };
      return {
        lifetime,
        replay: new Replay(subjectOf(kind, lifetime, measurements), items, measurements, grid),
      };
    });
    const ids = lifetimes.map(({ objectId }) => objectId);
    for (const window of this.#windows()) {
      if (this.#isOver()) return;
      if (scope !== undefined) {
        const metrics = factMetrics[scope];
        const answer = await store.series({ scope, ids, metrics, ...window, maxPoints: WINDOW_POINTS });
        const byId = Map.groupBy(answer.series, ({ id }) => id);
        for (const { lifetime, replay } of replays)
          replay.measurements.feed(answer, byId.get(lifetime.objectId) ?? []);
      }
      for (const { replay } of replays) {
        replay.run(window.toMs);
        await this.#eventLoop.yieldIfDue();
      }
    }
    this.#result.count(kind, 0, lifetimes.length);
    for (const { lifetime, replay } of replays)
      this.#collect(replay, settings, {
        objectId: lifetime.objectId,
        objectName: lifetime.name,
        namespace: lifetime.namespace,
      });
  }

  *#windows(): Iterable<Range> {
    const { range, stepMs } = this.#request;
    const lengthMs = stepMs * WINDOW_POINTS;
    for (let fromMs = range.fromMs; fromMs < range.toMs; fromMs += lengthMs)
      yield { fromMs, toMs: Math.min(range.toMs, fromMs + lengthMs) };
  }

  #itemsOn<Target extends AlarmTarget>(settings: ClusterSettings, target: Target, objectId: number | null) {
    return settings.itemsOn(target, objectId).filter(({ item }) => this.#result.has(item.key));
  }

  #collect<Target extends AlarmTarget>(
    replay: Replay<Target>,
    { cluster }: ClusterSettings,
    object: Pick<BacktestEpisode, 'objectId' | 'objectName' | 'namespace'>,
  ): void {
    const of = { ...object, hostId: cluster.hostId, clusterName: cluster.name };
    for (const [key, episode] of replay.episodes()) this.#result.add(key, { ...episode, ...of });
  }

  #isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }
}

/** Whether the cluster's agents were in contact, for each step. */
class ContactTimes {
  readonly #hasContactAt: Uint8Array;
  readonly #fromMs: number;
  readonly #stepMs: number;
  #isAny = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** The last step that is filled. Later steps follow while the cluster itself is replayed. */
  #knownTo = 0;

  constructor({ fromMs, toMs }: Range, stepMs: number) {
    this.#hasContactAt = new Uint8Array(Math.ceil((toMs - fromMs) / stepMs) + 2);
    this.#fromMs = fromMs;
    this.#stepMs = stepMs;
  }

  add(startMs: number, stepMs: number, values: readonly (number | null)[]): void {
    for (const [at, value] of values.entries()) {
      const endMs = startMs + (at + 1) * stepMs;
      if (value !== null) {
        this.#isAny = true;
        this.#lastMs = endMs;
      }
      const index = Math.round((endMs - this.#fromMs) / this.#stepMs);
      if (index >= 0 && index < this.#hasContactAt.length && endMs - this.#lastMs < STALE_MS)
        this.#hasContactAt[index] = 1;
      this.#knownTo = Math.max(this.#knownTo, index);
    }
  }

  /** A cluster without any sample counts as in contact. */
  finish(): void {
    if (!this.#isAny) this.#hasContactAt.fill(1);
    else this.#hasContactAt.fill(this.#hasContactAt[this.#knownTo] ?? 0, this.#knownTo + 1);
  }

  readonly hasContact = (atMs: number): boolean =>
    this.#hasContactAt[Math.floor((atMs - this.#fromMs) / this.#stepMs)] === 1;
}
