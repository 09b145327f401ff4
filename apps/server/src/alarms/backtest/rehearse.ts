import type { Database } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarm-items';
import type { MetricName } from '@gwanje/contract/metrics';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { LookedAt } from '../../live/views/alarm-look.ts';
import { allocatableOf } from './allocatable.ts';
import { HeardTimes } from './heard-times.ts';
import { Outcome, type RehearsalAnswer, type RehearsedEpisode } from './outcome.ts';
import { PastCluster } from './past-facts.ts';
import { PastFigures } from './past-figures.ts';
import { idsInRange, type Life, type Range, type RehearsedKind, readLives } from './past-lives.ts';
import { loadPlaces, type Place, type RehearsedCluster } from './places.ts';
import { claimKind, type Kind, nodeKind, podKind, subjectOf, volumeKind } from './rehearsed-kinds.ts';
import { Replay, type Subject } from './replay.ts';

export interface RehearsalQuestion {
  readonly db: Kysely<Database>;
  readonly store: MetricStore;
  readonly clusters: readonly RehearsedCluster[];
  /** As it would be applied to them; what clusters and objects set themselves counts before it. */
  readonly template: AlarmSettings;
  readonly range: Range;
  readonly stepMs: number;
  /** It stops when so much time has passed, and says how far it came. */
  readonly withinMs: number;
}

const MAX_OBJECTS = 20_000;
/** Of so many objects at once series are held: ten figures of a stretch each are some ten megabytes. */
const OBJECTS_AT_ONCE = 50;
const POINTS_AT_ONCE = 1440;
const LONGEST_STRETCH_MS = 10;

const clusterMetrics = [
  'podCnt',
  'nodeCnt',
  'nodeReadyCnt',
  'podPendingCnt',
  'cpuUsedCores',
  'memUsedBytes',
  'pvUnboundCnt',
] as const satisfies MetricName<'cluster'>[];

export async function rehearse(question: RehearsalQuestion): Promise<RehearsalAnswer> {
  const { db, clusters, template } = question;
  return await new Rehearsal(question, await loadPlaces(db, clusters, template)).run();
}

/** A cluster that was looked at: its objects are known only as far as it was heard. */
interface Scene {
  readonly place: Place;
  readonly nodes: readonly Life<'node'>[];
  readonly isHeard: (atMs: number) => boolean;
}

class Rehearsal {
  readonly #question: RehearsalQuestion;
  readonly #places: readonly Place[];
  readonly #outcome: Outcome;
  readonly #endsAt: number;
  readonly #eventLoop = new EventLoopYield(LONGEST_STRETCH_MS);

  constructor(question: RehearsalQuestion, places: readonly Place[]) {
    this.#question = question;
    this.#places = places;
    this.#outcome = new Outcome((key) => places.some((place) => place.isOnSomewhere(key)));
    this.#endsAt = performance.now() + question.withinMs;
  }

  async run(): Promise<RehearsalAnswer> {
    // What there are few of comes first: it is there also where the time does not do for all pods.
    const scenes: Scene[] = [];
    for (const place of this.#places) scenes.push(await this.#cluster(place));
    for (const scene of scenes) await this.#objects(scene, nodeKind, scene.nodes);
    for (const scene of scenes) await this.#kind(scene, volumeKind);
    for (const scene of scenes) await this.#kind(scene, claimKind);
    for (const scene of scenes) await this.#kind(scene, podKind);
    return this.#outcome.answer();
  }

  async #cluster(place: Place): Promise<Scene> {
    const { store, range, stepMs } = this.#question;
    const { hostId, name } = place.cluster;
    const nodes: Life<'node'>[] = [];
    for await (const lives of this.#lives(place, nodeKind)) nodes.push(...lives);
    const figures = new PastFigures();
    const facts = new PastCluster(figures, allocatableOf(nodes));
    const subject: Subject<'cluster'> = { turnTimes: [range.fromMs], turn: () => facts };
    const heard = new HeardTimes(range, stepMs);
    const { isHeard } = heard;
    const replay = new Replay(subject, this.#itemsOn(place, 'cluster', null), figures, {
      ...range,
      stepMs,
      isHeard,
    });
    for (const stretch of this.#stretches()) {
      const answer = await store.series({
        scope: 'cluster',
        ids: [hostId],
        metrics: clusterMetrics,
        ...stretch,
        maxPoints: POINTS_AT_ONCE,
      });
      const pods = answer.series.find(({ metric }) => metric === 'podCnt');
      heard.note(answer.startMs, answer.stepMs, pods?.avg ?? []);
      figures.feed(answer, answer.series);
      replay.run(stretch.toMs);
      await this.#eventLoop.yieldIfDue();
    }
    heard.finish();
    this.#outcome.count('cluster', 1, 1);
    this.#keep(replay, place, { objectId: null, objectName: name, namespace: null });
    return { place, nodes, isHeard };
  }

  async #kind<Target extends LookedAt, Of extends RehearsedKind>(
    scene: Scene,
    kind: Kind<Target, Of>,
  ): Promise<void> {
    if (!itemsOf(kind.target).some(({ key }) => this.#outcome.has(key))) return;
    for await (const lives of this.#lives(scene.place, kind)) await this.#objects(scene, kind, lives);
  }

  /** A few at a time. */
  async *#lives<Target extends LookedAt, Of extends RehearsedKind>(
    { cluster }: Place,
    { target, kind }: Kind<Target, Of>,
  ): AsyncIterable<Life<Of>[]> {
    const { db, range } = this.#question;
    const { ids, totalCnt } = await idsInRange(db, cluster.hostId, kind, range, MAX_OBJECTS);
    this.#outcome.count(target, totalCnt, 0);
    for (let start = 0; start < ids.length && !this.#isOver(); start += OBJECTS_AT_ONCE)
      yield await readLives(db, kind, ids.slice(start, start + OBJECTS_AT_ONCE), range);
  }

  async #objects<Target extends LookedAt, Of extends RehearsedKind>(
    scene: Scene,
    kind: Kind<Target, Of>,
    lives: readonly Life<Of>[],
  ): Promise<void> {
    for (let start = 0; start < lives.length && !this.#isOver(); start += OBJECTS_AT_ONCE)
      await this.#some(scene, kind, lives.slice(start, start + OBJECTS_AT_ONCE));
  }

  async #some<Target extends LookedAt, Of extends RehearsedKind>(
    { place, isHeard }: Scene,
    kind: Kind<Target, Of>,
    lives: readonly Life<Of>[],
  ): Promise<void> {
    const { store, range, stepMs } = this.#question;
    const { scope, metrics, target } = kind;
    const replays = lives.map((life) => {
      const figures = new PastFigures();
      const items = this.#itemsOn(place, target, life.objectId);
      const grid = { ...range, stepMs, isHeard };
      return { life, replay: new Replay(subjectOf(kind, life, figures), items, figures, grid) };
    });
    const ids = lives.map(({ objectId }) => objectId);
    for (const stretch of this.#stretches()) {
      if (this.#isOver()) return;
      if (scope !== null) {
        const answer = await store.series({ scope, ids, metrics, ...stretch, maxPoints: POINTS_AT_ONCE });
        const byId = Map.groupBy(answer.series, ({ id }) => id);
        for (const { life, replay } of replays) replay.figures.feed(answer, byId.get(life.objectId) ?? []);
      }
      for (const { replay } of replays) {
        replay.run(stretch.toMs);
        await this.#eventLoop.yieldIfDue();
      }
    }
    this.#outcome.count(target, 0, lives.length);
    for (const { life, replay } of replays)
      this.#keep(replay, place, {
        objectId: life.objectId,
        objectName: life.name,
        namespace: life.namespace,
      });
  }

  *#stretches(): Iterable<Range> {
    const { range, stepMs } = this.#question;
    const lengthMs = stepMs * POINTS_AT_ONCE;
    for (let fromMs = range.fromMs; fromMs < range.toMs; fromMs += lengthMs)
      yield { fromMs, toMs: Math.min(range.toMs, fromMs + lengthMs) };
  }

  #itemsOn<Target extends AlarmTarget>(place: Place, target: Target, objectId: number | null) {
    return place.itemsOn(target, objectId).filter(({ item }) => this.#outcome.has(item.key));
  }

  #keep<Target extends AlarmTarget>(
    replay: Replay<Target>,
    { cluster }: Place,
    object: Pick<RehearsedEpisode, 'objectId' | 'objectName' | 'namespace'>,
  ): void {
    const of = { ...object, hostId: cluster.hostId, clusterName: cluster.name };
    for (const [key, episode] of replay.episodes()) this.#outcome.keep(key, { ...episode, ...of });
  }

  #isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }
}
