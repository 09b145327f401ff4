import type { Db } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import { type AlarmedKind, alarmedKinds } from '@gwanje/kinds/state/facts';
import type { MetricName } from '@gwanje/kinds/state/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { STALE_MS } from '../../live/tables/derived-state.ts';
import { SettingCache } from '../settings/setting-cache.ts';
import { type BacktestEpisode, type BacktestResult, ResultCollector } from './backtest-result.ts';
import { idsInRange, type Lifetime, loadLifetimes, type Range } from './lifetime-repository.ts';
import { allocatableOf, clusterSubject, factMetrics, measuredKind, subjectOf } from './past-facts.ts';
import { PastMeasurements } from './past-measurements.ts';
import { Replay, type SetItem } from './replay.ts';

interface BacktestCluster {
  readonly hostId: number;
  readonly name: string;
}

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

export async function runBacktest(request: BacktestRequest): Promise<BacktestResult> {
  const settings = new SettingCache();
  const hostIds = request.clusters.map(({ hostId }) => hostId);
  await settings.loadWithTemplate(request.db, hostIds, request.template);
  return await new BacktestRun(request, settings).run();
}

/** A cluster that was replayed. Its objects are known only while its agents were in contact. */
interface ClusterHistory {
  readonly cluster: BacktestCluster;
  readonly nodes: readonly Lifetime<'node'>[];
  readonly hasContact: (atMs: number) => boolean;
}

class BacktestRun {
  readonly #request: BacktestRequest;
  readonly #settings: SettingCache;
  readonly #result: ResultCollector;
  readonly #endsAt: number;
  readonly #eventLoop = new EventLoopYield(MAX_BLOCKING_MS);

  constructor(request: BacktestRequest, settings: SettingCache) {
    this.#request = request;
    this.#settings = settings;
    this.#result = new ResultCollector((key) =>
      request.clusters.some(({ hostId }) => settings.isOnSomewhere(hostId, key)),
    );
    this.#endsAt = performance.now() + request.withinMs;
  }

  async run(): Promise<BacktestResult> {
    // Pods come last: there are many of them, and the time may not be enough for all.
    const others = alarmedKinds.filter((kind) => kind !== 'node' && kind !== 'pod');
    const histories: ClusterHistory[] = [];
    for (const cluster of this.#request.clusters) histories.push(await this.#cluster(cluster));
    for (const history of histories) await this.#objects(history, 'node', history.nodes);
    for (const kind of [...others, 'pod'] as const)
      for (const history of histories) await this.#kind(history, kind);
    return this.#result.result();
  }

  async #cluster(cluster: BacktestCluster): Promise<ClusterHistory> {
    const { store, range, stepMs } = this.#request;
    const { hostId, name } = cluster;
    const nodes: Lifetime<'node'>[] = [];
    for await (const lifetimes of this.#lifetimes(cluster, 'node')) nodes.push(...lifetimes);
    const measurements = new PastMeasurements();
    const subject = clusterSubject(range.fromMs, measurements, allocatableOf(nodes));
    const sampleTimes: number[] = [];
    // Without contact the measurements of the cluster become stale.
    const grid = { ...range, stepMs, hasContact: () => true };
    const replay = new Replay(subject, this.#itemsOn(hostId, 'cluster', null), measurements, grid);
    for (const window of this.#windows()) {
      const answer = await store.series({
        scope: 'cluster',
        ids: [hostId],
        metrics: clusterMetrics,
        ...window,
        maxPoints: WINDOW_POINTS,
      });
      const pods = answer.series.find(({ metric }) => metric === 'podCnt');
      for (const [at, value] of pods?.avg.entries() ?? [])
        if (value !== null) sampleTimes.push(answer.startMs + (at + 1) * answer.stepMs);
      measurements.feed(answer, answer.series);
      replay.run(window.toMs);
      await this.#eventLoop.yieldIfDue();
    }
    this.#result.count('cluster', 1, 1);
    this.#collect(replay, cluster, { objectId: null, objectName: name, namespace: null });
    return { cluster, nodes, hasContact: contactOf(sampleTimes, range, stepMs) };
  }

  async #kind<Kind extends AlarmedKind>(history: ClusterHistory, kind: Kind): Promise<void> {
    if (!itemsOf(kind).some(({ key }) => this.#result.has(key))) return;
    for await (const lifetimes of this.#lifetimes(history.cluster, kind))
      await this.#objects(history, kind, lifetimes);
  }

  async *#lifetimes<Kind extends AlarmedKind>(
    { hostId }: BacktestCluster,
    kind: Kind,
  ): AsyncIterable<Lifetime<Kind>[]> {
    const { db, range } = this.#request;
    const { ids, totalCnt } = await idsInRange(db, hostId, kind, range, MAX_OBJECTS);
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
    { cluster, hasContact }: ClusterHistory,
    kind: Kind,
    lifetimes: readonly Lifetime<Kind>[],
  ): Promise<void> {
    const { store, range, stepMs } = this.#request;
    const scope = measuredKind(kind);
    const replays = lifetimes.map((lifetime) => {
      const measurements = new PastMeasurements();
      const items = this.#itemsOn(cluster.hostId, kind, lifetime.objectId);
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
      this.#collect(replay, cluster, {
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

  /** The items that are on for an object; null: for the cluster itself. */
  #itemsOn<Target extends AlarmTarget>(
    hostId: number,
    target: Target,
    objectId: number | null,
  ): SetItem<Target>[] {
    return itemsOf(target)
      .filter(({ key }) => this.#result.has(key))
      .map((item) => ({ item, setting: this.#settings.settingOf(hostId, item.key, objectId) }))
      .filter(({ setting }) => setting.isOn);
  }

  #collect<Target extends AlarmTarget>(
    replay: Replay<Target>,
    { hostId, name }: BacktestCluster,
    object: Pick<BacktestEpisode, 'objectId' | 'objectName' | 'namespace'>,
  ): void {
    const of = { ...object, hostId, clusterName: name };
    for (const [key, episode] of replay.episodes()) this.#result.add(key, { ...episode, ...of });
  }

  #isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }
}

/**
 * Whether the cluster's agents were in contact: every batch stores the sums of the cluster, so a time without
 * them is a time without contact. A cluster without any sample counts as in contact.
 */
function contactOf(sampleTimes: readonly number[], { fromMs, toMs }: Range, stepMs: number) {
  const hasContactAt = new Uint8Array(Math.ceil((toMs - fromMs) / stepMs) + 1);
  if (sampleTimes.length === 0) hasContactAt.fill(1);
  for (const atMs of sampleTimes) {
    const first = Math.max(0, Math.round((atMs - fromMs) / stepMs));
    hasContactAt.fill(1, first, first + Math.ceil(STALE_MS / stepMs));
  }
  return (atMs: number): boolean => hasContactAt[Math.floor((atMs - fromMs) / stepMs)] === 1;
}
