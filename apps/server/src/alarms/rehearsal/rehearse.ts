import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@gwanje/backend/database/schema';
import {
  type AlarmItemKey,
  type AlarmSettings,
  type AlarmTarget,
  alarmItemKeys,
} from '@gwanje/contract/alarm-items';
import type { MetricName } from '@gwanje/contract/metrics';
import type { skipReasons } from '@gwanje/contract/rehearsal';
import type { FactsOf } from '@gwanje/domain/alarms/facts';
import { itemsOf } from '@gwanje/domain/alarms/registry';
import type { Episode } from '@gwanje/domain/alarms/rehearsal';
import { effectiveSetting } from '@gwanje/domain/alarms/settings';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { type Kysely, sql } from 'kysely';
import type { LookedAt } from '../../live/alarm-look.ts';
import { STALE_MS } from '../../live/moment.ts';
import type { StateOfKind } from '../../objects/states.ts';
import { readSettings } from '../setting-book.ts';
import {
  type Allocatable,
  PastClaim,
  PastCluster,
  PastNode,
  type PastObject,
  PastPod,
  PastVolume,
} from './past-facts.ts';
import { PastFigures } from './past-figures.ts';
import { idsInRange, type Life, type Range, type RehearsedKind, readLives, type Turn } from './past-lives.ts';
import { Replay, type SetItem, type Subject } from './replay.ts';

type Db = Kysely<Database>;

export interface RehearsedCluster {
  readonly hostId: number;
  readonly name: string;
}

export interface RehearsalQuestion {
  readonly db: Db;
  readonly store: MetricStore;
  readonly clusters: readonly RehearsedCluster[];
  /** As it would be applied to them; what clusters and objects set themselves counts before it. */
  readonly template: AlarmSettings;
  readonly range: Range;
  readonly stepMs: number;
  /** It stops when so much time has passed, and says how far it came. */
  readonly withinMs: number;
}

export interface RehearsedEpisode extends Episode {
  readonly hostId: number;
  readonly clusterName: string;
  readonly objectId: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
}

export interface RehearsedItem {
  readonly episodes: RehearsedEpisode[];
  objectCnt: number;
  rehearsedCnt: number;
}

export interface RehearsalAnswer {
  readonly items: ReadonlyMap<AlarmItemKey, RehearsedItem>;
  readonly skipped: ReadonlyMap<AlarmItemKey, (typeof skipReasons)[number]>;
}

/** What these look at is known of now alone. */
const NOT_STORED: ReadonlySet<AlarmItemKey> = new Set([
  'cluster.apiUnreachable',
  'cluster.cpuRequests',
  'cluster.memRequests',
  'cluster.pvUtilization',
  'pvc.daysUntilFull',
]);
const MAX_OBJECTS = 20_000;
/** Of so many objects at once series are held: ten figures of a stretch each are some ten megabytes. */
const OBJECTS_AT_ONCE = 50;
const POINTS_AT_ONCE = 1440;
/** Others get their turn so often. */
const TURN_MS = 10;

const clusterMetrics = [
  'podCnt',
  'nodeCnt',
  'nodeReadyCnt',
  'podPendingCnt',
  'cpuUsedCores',
  'memUsedBytes',
  'pvUnboundCnt',
] as const satisfies MetricName<'cluster'>[];

interface Kind<Target extends LookedAt, Of extends RehearsedKind> {
  readonly target: Target;
  readonly kind: Of;
  readonly scope: 'node' | 'pod' | 'pvc' | null;
  readonly metrics: readonly MetricName[];
  readonly make: (
    state: StateOfKind[Of],
    figures: PastFigures,
    life: Life<Of>,
  ) => PastObject<StateOfKind[Of]> & FactsOf[Target];
}

const nodeKind: Kind<'node', 'node'> = {
  target: 'node',
  kind: 'node',
  scope: 'node',
  metrics: [
    'cpuUsedCores',
    'memUsedBytes',
    'fsUsedBytes',
    'fsCapacityBytes',
    'fsInodesUsed',
    'fsInodes',
    'netRxBps',
    'netTxBps',
    'netRxErrPs',
    'netTxErrPs',
  ],
  make: (state, figures) => new PastNode(state, figures),
};
const podKind: Kind<'pod', 'pod'> = {
  target: 'pod',
  kind: 'pod',
  scope: 'pod',
  metrics: ['cpuUsedCores', 'memUsedBytes', 'ephemeralUsedBytes', 'netRxBps', 'netTxBps'],
  make: (state, figures, { createdMs }) => new PastPod(state, figures, createdMs),
};
const volumeKind: Kind<'volume', 'pv'> = {
  target: 'volume',
  kind: 'pv',
  scope: null,
  metrics: [],
  make: (state, figures) => new PastVolume(state, figures),
};
const claimKind: Kind<'pvc', 'pvc'> = {
  target: 'pvc',
  kind: 'pvc',
  scope: 'pvc',
  metrics: ['usedBytes', 'capacityBytes', 'inodesUsed', 'inodes'],
  make: (state, figures) => new PastClaim(state, figures),
};

export async function rehearse(question: RehearsalQuestion): Promise<RehearsalAnswer> {
  return await new Rehearsal(question).run();
}

interface Place {
  readonly cluster: RehearsedCluster;
  readonly own: AlarmSettings;
  readonly objects: ReadonlyMap<number, AlarmSettings>;
  isHeard: (atMs: number) => boolean;
}

class Rehearsal {
  readonly #question: RehearsalQuestion;
  readonly #items = new Map<AlarmItemKey, RehearsedItem>();
  readonly #endsAt: number;
  #turnAt = performance.now() + TURN_MS;

  constructor(question: RehearsalQuestion) {
    this.#question = question;
    this.#endsAt = performance.now() + question.withinMs;
  }

  async run(): Promise<RehearsalAnswer> {
    const places = await this.#places();
    const rehearsed = alarmItemKeys.filter(
      (key) => !NOT_STORED.has(key) && isOnSomewhere(key, places, this.#question),
    );
    for (const key of rehearsed) this.#items.set(key, { episodes: [], objectCnt: 0, rehearsedCnt: 0 });
    // What there are few of comes first: it is there also where the time does not do for all pods.
    const nodes = new Map<Place, Life<'node'>[]>();
    for (const place of places) {
      const lives = await this.#lives(place, nodeKind);
      nodes.set(place, lives);
      await this.#cluster(place, lives);
    }
    for (const [place, lives] of nodes) await this.#objects(place, nodeKind, lives);
    for (const place of places) await this.#kind(place, volumeKind);
    for (const place of places) await this.#kind(place, claimKind);
    for (const place of places) await this.#kind(place, podKind);
    return this.#answer(rehearsed);
  }

  #answer(rehearsed: readonly AlarmItemKey[]): RehearsalAnswer {
    const skipped = new Map<AlarmItemKey, (typeof skipReasons)[number]>();
    for (const key of alarmItemKeys) {
      const item = this.#items.get(key);
      if (NOT_STORED.has(key)) skipped.set(key, 'notStored');
      else if (!rehearsed.includes(key)) skipped.set(key, 'off');
      else if (item && item.rehearsedCnt === 0 && item.objectCnt > 0) {
        skipped.set(key, 'timeLimit');
        this.#items.delete(key);
      }
    }
    return { items: this.#items, skipped };
  }

  async #places(): Promise<Place[]> {
    const { db, clusters } = this.#question;
    const hostIds = clusters.map(({ hostId }) => hostId);
    const rows = await db
      .selectFrom('alarmSetting')
      .select(['hostId', 'objectId', 'settings'])
      .where(sql<boolean>`host_id = any(${hostIds}::int[])`)
      .execute();
    return clusters.map((cluster) => {
      const own = rows.filter(({ hostId }) => hostId === cluster.hostId);
      const settings = new Map(own.map(({ objectId, settings: json }) => [objectId, readSettings(json)]));
      return { cluster, own: settings.get(0) ?? {}, objects: settings, isHeard: () => true };
    });
  }

  async #cluster(place: Place, nodes: readonly Life<'node'>[]): Promise<void> {
    const { store, range, stepMs } = this.#question;
    const { hostId, name } = place.cluster;
    const figures = new PastFigures();
    const facts = new PastCluster(figures, allocatableOf(nodes));
    const subject: Subject<'cluster'> = { turnTimes: [range.fromMs], turn: () => facts };
    const heard = new HeardTimes(range, stepMs);
    place.isHeard = heard.isHeard;
    const items = this.#itemsFor(place, 'cluster', null);
    const replay = new Replay(subject, items, figures, { ...range, stepMs, isHeard: heard.isHeard });
    for (const stretch of this.#stretches()) {
      const answer = await store.series({
        scope: 'cluster',
        ids: [hostId],
        metrics: clusterMetrics,
        ...stretch,
        maxPoints: POINTS_AT_ONCE,
      });
      heard.note(
        answer.startMs,
        answer.stepMs,
        answer.series.find(({ metric }) => metric === 'podCnt')?.avg ?? [],
      );
      figures.feed(answer, answer.series);
      replay.run(stretch.toMs);
      await this.#breathe();
    }
    heard.finish();
    this.#count('cluster', 1, 1);
    this.#keep(replay, place, { objectId: null, objectName: name, namespace: null });
  }

  async #lives<Target extends LookedAt, Of extends RehearsedKind>(
    place: Place,
    { target, kind }: Kind<Target, Of>,
  ): Promise<Life<Of>[]> {
    const { db, range } = this.#question;
    const { ids, totalCnt } = await idsInRange(db, place.cluster.hostId, kind, range, MAX_OBJECTS);
    this.#count(target, totalCnt, 0);
    const lives: Life<Of>[] = [];
    for (let start = 0; start < ids.length && !this.#isOver(); start += OBJECTS_AT_ONCE)
      lives.push(...(await readLives(db, kind, ids.slice(start, start + OBJECTS_AT_ONCE), range)));
    return lives;
  }

  /** Of many, the lives of a few at a time. */
  async #kind<Target extends LookedAt, Of extends RehearsedKind>(
    place: Place,
    kind: Kind<Target, Of>,
  ): Promise<void> {
    const { db, range } = this.#question;
    if (!itemsOf(kind.target).some(({ key }) => this.#items.has(key))) return;
    const { ids, totalCnt } = await idsInRange(db, place.cluster.hostId, kind.kind, range, MAX_OBJECTS);
    this.#count(kind.target, totalCnt, 0);
    for (let start = 0; start < ids.length && !this.#isOver(); start += OBJECTS_AT_ONCE)
      await this.#objects(
        place,
        kind,
        await readLives(db, kind.kind, ids.slice(start, start + OBJECTS_AT_ONCE), range),
      );
  }

  async #objects<Target extends LookedAt, Of extends RehearsedKind>(
    place: Place,
    kind: Kind<Target, Of>,
    lives: readonly Life<Of>[],
  ): Promise<void> {
    for (let start = 0; start < lives.length && !this.#isOver(); start += OBJECTS_AT_ONCE)
      await this.#some(place, kind, lives.slice(start, start + OBJECTS_AT_ONCE));
  }

  async #some<Target extends LookedAt, Of extends RehearsedKind>(
    place: Place,
    kind: Kind<Target, Of>,
    lives: readonly Life<Of>[],
  ): Promise<void> {
    const { store, range, stepMs } = this.#question;
    const replays = lives.map((life) => {
      const figures = new PastFigures();
      const items = this.#itemsFor(place, kind.target, life.objectId);
      const grid = { ...range, stepMs, isHeard: place.isHeard };
      return { life, replay: new Replay(subjectOf(kind, life, figures), items, figures, grid) };
    });
    const { scope } = kind;
    for (const stretch of this.#stretches()) {
      if (this.#isOver()) return;
      if (scope !== null) {
        const ids = lives.map(({ objectId }) => objectId);
        const query = { scope, ids, metrics: kind.metrics, ...stretch, maxPoints: POINTS_AT_ONCE };
        const answer = await store.series(query);
        const byId = Map.groupBy(answer.series, ({ id }) => id);
        for (const { life, replay } of replays) replay.figures.feed(answer, byId.get(life.objectId) ?? []);
      }
      for (const { replay } of replays) {
        replay.run(stretch.toMs);
        await this.#breathe();
      }
    }
    this.#count(kind.target, 0, lives.length);
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

  #itemsFor<Target extends AlarmTarget>(
    place: Place,
    target: Target,
    objectId: number | null,
  ): SetItem<Target>[] {
    const object = objectId === null ? undefined : place.objects.get(objectId);
    return itemsOf(target).flatMap((item) => {
      if (!this.#items.has(item.key)) return [];
      const layers = { template: this.#question.template, cluster: place.own, object };
      const { setting } = effectiveSetting(item.key, layers);
      return setting.isOn ? [{ item, setting }] : [];
    });
  }

  #keep<Target extends AlarmTarget>(
    replay: Replay<Target>,
    { cluster }: Place,
    object: Pick<RehearsedEpisode, 'objectId' | 'objectName' | 'namespace'>,
  ): void {
    for (const [key, episode] of replay.episodes())
      this.#items.get(key)?.episodes.push({
        ...episode,
        ...object,
        hostId: cluster.hostId,
        clusterName: cluster.name,
      });
  }

  #count(target: AlarmTarget, objectCnt: number, rehearsedCnt: number): void {
    for (const { key } of itemsOf(target)) {
      const item = this.#items.get(key);
      if (!item) continue;
      item.objectCnt += objectCnt;
      item.rehearsedCnt += rehearsedCnt;
    }
  }

  #isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  async #breathe(): Promise<void> {
    if (performance.now() < this.#turnAt) return;
    await nextTurn();
    this.#turnAt = performance.now() + TURN_MS;
  }
}

function isOnSomewhere(
  key: AlarmItemKey,
  places: readonly Place[],
  { template }: Pick<RehearsalQuestion, 'template'>,
): boolean {
  return places.some(
    ({ own, objects }) =>
      effectiveSetting(key, { template, cluster: own }).setting.isOn ||
      [...objects.values()].some((settings) => settings[key]?.isOn === true),
  );
}

function subjectOf<Target extends LookedAt, Of extends RehearsedKind>(
  { make }: Kind<Target, Of>,
  life: Life<Of>,
  figures: PastFigures,
): Subject<Target> {
  let facts: (PastObject<StateOfKind[Of]> & FactsOf[Target]) | null = null;
  return {
    turnTimes: life.turns.map(({ atMs }) => atMs),
    turn(index) {
      const { state = null, atMs = 0 }: Partial<Turn<Of>> = life.turns[index] ?? {};
      if (state === null) facts = null;
      else if (facts === null) facts = make(state, figures, life);
      else facts.become(state, atMs);
      return facts;
    },
  };
}

/** Whether somebody spoke lately, by step. */
class HeardTimes {
  readonly #heard: Uint8Array;
  readonly #fromMs: number;
  readonly #stepMs: number;
  #isAny = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  /** Up to there it is known: its own cluster is looked at on the way. */
  #knownTo = 0;

  constructor({ fromMs, toMs }: Range, stepMs: number) {
    this.#heard = new Uint8Array(Math.ceil((toMs - fromMs) / stepMs) + 2);
    this.#fromMs = fromMs;
    this.#stepMs = stepMs;
  }

  note(startMs: number, stepMs: number, values: readonly (number | null)[]): void {
    for (const [at, value] of values.entries()) {
      const endMs = startMs + (at + 1) * stepMs;
      if (value !== null) {
        this.#isAny = true;
        this.#lastMs = endMs;
      }
      const place = Math.round((endMs - this.#fromMs) / this.#stepMs);
      if (place >= 0 && place < this.#heard.length && endMs - this.#lastMs < STALE_MS) this.#heard[place] = 1;
      this.#knownTo = Math.max(this.#knownTo, place);
    }
  }

  /** One that never sent a sample is not known to have been silent. */
  finish(): void {
    if (!this.#isAny) this.#heard.fill(1);
    else this.#heard.fill(this.#heard[this.#knownTo] ?? 0, this.#knownTo + 1);
  }

  readonly isHeard = (atMs: number): boolean =>
    this.#heard[Math.floor((atMs - this.#fromMs) / this.#stepMs)] === 1;
}

/** What the nodes of a cluster could give together, at any time. */
function allocatableOf(nodes: readonly Life<'node'>[]): (atMs: number) => Allocatable {
  const steps = nodes
    .flatMap(({ turns }) =>
      turns.map(({ atMs, state }, index) => {
        const before = turns[index - 1]?.state;
        const cpuCores =
          Math.max(0, state?.cpuAllocatableCores ?? 0) - Math.max(0, before?.cpuAllocatableCores ?? 0);
        const memBytes =
          Math.max(0, state?.memAllocatableBytes ?? 0) - Math.max(0, before?.memAllocatableBytes ?? 0);
        return { atMs, cpuCores, memBytes };
      }),
    )
    .sort((a, b) => a.atMs - b.atMs);
  let next = 0;
  const sum = { cpuCores: 0, memBytes: 0 };
  // Only ever asked of later and later times.
  return (atMs) => {
    for (; (steps[next]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs; next++) {
      sum.cpuCores += steps[next]?.cpuCores ?? 0;
      sum.memBytes += steps[next]?.memBytes ?? 0;
    }
    return sum;
  };
}
