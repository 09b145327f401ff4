import { setTimeout } from 'node:timers/promises';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { Mutex, Semaphore } from 'async-mutex';
import type { Logger } from 'pino';
import { NotOwnerError, type Ownership } from '../../platform/ownership.ts';
import type { Membership } from '../membership.ts';
import { roundWeight } from './assignment.ts';
import { assignableMembers, nextSteps, pendingMoves, type Step } from './next-step.ts';
import { createOwnershipEvents } from './ownership-events.ts';
import {
  type ClusterFailure,
  claimCluster,
  countCommits,
  giveCluster,
  lockOwned,
  type Member,
  type OwnershipRows,
  readOwnership,
  readOwnershipRows,
  storeFailure,
  storeWeights,
} from './ownership-repository.ts';
import { TakeFailures } from './take-failures.ts';

export interface TakenCluster {
  readonly epoch: number;
  /** The last commit of the earlier owner. */
  readonly commitNo: number;
  /** True: the earlier owner handed it over and still lives. */
  readonly isGiven: boolean;
}

/** The work on a cluster that begins and ends with its ownership. */
export interface ClusterWork {
  /** Another replica hands the cluster over soon: reads what can be read before. */
  prepare(hostId: number): Promise<void>;
  /** Reads what the work needs. After an error it is called again. */
  own(hostId: number, taken: TakenCluster): Promise<void>;
  /** Finishes the work in progress and forgets the cluster. After an error the cluster is owned again. */
  release(hostId: number): Promise<void>;
  /** Another replica owns the cluster already: nothing more can be stored. */
  lose(hostId: number): Promise<void>;
  /** The owner of the cluster, this replica or another one, cannot work for it. */
  markFailing(hostId: number, sinceMs: number): void;
  objectCnt(hostId: number): number;
  /** True when this replica has every cluster in memory, its own or as a copy. */
  isSynced(): boolean;
}

export interface OwnershipOptions {
  readonly db: Db;
  readonly membership: Membership;
  readonly logger: Logger;
  readonly observe: Metrics;
  readonly peers: {
    /** Whether the other replica answers at once. One that is paused does not, until its lease ends. */
    isReachable(member: Member): Promise<boolean>;
    /** Asks another replica to read a cluster that it gets soon. Resolves when it has. */
    askToPrepare(member: Member, hostId: number): Promise<void>;
    /** Asks another replica to read the owners now. Resolves when it has taken what was given to it. */
    askToLook(member: Member): Promise<void>;
  };
  readonly lookEveryMs?: number;
  readonly rebalanceEveryMs?: number;
  /** How long other replicas need to renew their leases after an outage of the database. */
  readonly trustExpiryAfterMs?: number;
}

export interface Owner {
  readonly replicaId: string;
  readonly url: string;
  readonly isSelf: boolean;
  /** Aborted when the replica is dead, so that nobody waits for its answer. */
  readonly life: AbortSignal;
}

export interface MemberStatus extends Member {
  readonly isSelf: boolean;
  /** The clusters that it owns. */
  readonly hostIds: readonly number[];
  /** Clusters that it has to give or to get. */
  readonly movingCnt: number;
}

type Give = Extract<Step, { kind: 'give' }>;

interface HeldCluster {
  readonly epoch: number;
  /** The cluster is worked on only while it is `held`. In the other phases its last or first data moves. */
  phase: 'taking' | 'held' | 'releasing';
  readonly sinceMs: number;
}

const LOOK_EVERY_MS = 1_000;
const REBALANCE_EVERY_MS = 30_000;
const TRUST_EXPIRY_AFTER_MS = 3_000;
/** Small clusters are handed over four at a time. A large one alone: it would wait for the others without an owner. */
const STEPS_AT_ONCE = 4;
const OBJECTS_PER_PLACE = 1024;
const PREPARES_AT_ONCE = 2;
const LEAVE_WITHIN_MS = 20_000;

/**
 * Decides by the rows of the database which clusters this replica owns. Each step changes one cluster and fails
 * alone; the next look tries again.
 */
export class ClusterOwnership implements Ownership, AsyncDisposable {
  readonly #options: OwnershipOptions;
  readonly #events: ReturnType<typeof createOwnershipEvents>;
  readonly #held = new Map<number, HeldCluster>();
  /** The steps in progress, by cluster. */
  readonly #steps = new Map<number, { readonly kind: Step['kind']; readonly done: Promise<void> }>();
  readonly #takes = new Semaphore(STEPS_AT_ONCE);
  readonly #prepares = new Semaphore(PREPARES_AT_ONCE);
  readonly #gives = new Semaphore(STEPS_AT_ONCE);
  readonly #failures = new TakeFailures();
  readonly #looking = new Mutex();
  #nextLook: Promise<void> | undefined;
  readonly #lives = new Map<string, AbortController>();
  #rows: OwnershipRows = { members: [], clusters: [] };
  #ownerIds: ReadonlyMap<number, string | null> = new Map();
  #work: ClusterWork | undefined;
  #timer: AsyncDisposable | undefined;
  #sameMembers = { ids: '', sinceMs: 0 };
  #rebalanceFromMs = 0;
  #isGiving = false;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    this.#events = createOwnershipEvents(options.logger, options.observe, () => this.ownedHostIds().length);
  }

  /** Begins to take clusters. Until then this replica owns none. */
  async start(work: ClusterWork): Promise<void> {
    const { logger, lookEveryMs = LOOK_EVERY_MS } = this.#options;
    this.#work = work;
    await this.look().catch((err: unknown) =>
      logger.warn({ err }, 'the owners of clusters could not be read'),
    );
    this.#timer = every(lookEveryMs, logger, 'look after the owners of clusters', () => this.#look());
  }

  owns(hostId: number): boolean {
    return this.#held.get(hostId)?.phase === 'held' && this.#options.membership.isHeld();
  }

  ownedHostIds(): number[] {
    return [...this.#held.keys()].filter((hostId) => this.owns(hostId));
  }

  /** The epoch of a cluster that this replica owns, also while it takes or releases it. */
  epochOf(hostId: number): number | undefined {
    return this.#held.get(hostId)?.epoch;
  }

  /** Where the batches of a cluster go. Undefined while it has no live owner. */
  ownerOf(hostId: number): Owner | undefined {
    const { replicaId: self } = this.#options.membership;
    const ownerId = this.#held.has(hostId) ? self : this.#ownerIds.get(hostId);
    const owner = this.#rows.members.find(({ replicaId }) => replicaId === ownerId);
    const life = owner && this.#lives.get(owner.replicaId)?.signal;
    return life && { replicaId: owner.replicaId, url: owner.url, isSelf: owner.replicaId === self, life };
  }

  /** Whether samples wait for the metric engine on the disk of another replica, also of a dead one. */
  isBehindElsewhere(engine: string): boolean {
    const { replicaId: self } = this.#options.membership;
    return this.#rows.members.some(
      ({ replicaId, behindEngines }) => replicaId !== self && behindEngines.includes(engine),
    );
  }

  /** The other live replicas. */
  peers(): Member[] {
    const { replicaId: self } = this.#options.membership;
    return this.#rows.members.filter(({ replicaId, isLive }) => isLive && replicaId !== self);
  }

  /** The other live replicas that own clusters. */
  owners(): Member[] {
    const ownerIds = new Set(this.#ownerIds.values());
    return this.peers().filter(({ replicaId }) => ownerIds.has(replicaId));
  }

  /** The clusters that no replica can work for, and why. */
  failingClusters(): ReadonlyMap<number, ClusterFailure> {
    return new Map(
      this.#rows.clusters.flatMap(({ hostId, failure }) => (failure ? [[hostId, failure]] : [])),
    );
  }

  hostIds(): number[] {
    return this.#rows.clusters.map(({ hostId }) => hostId);
  }

  /** All replicas, also those that have died lately, in the order of their addresses. */
  status(): MemberStatus[] {
    const { replicaId: self } = this.#options.membership;
    const moves = pendingMoves(this.#rows);
    const owned = Map.groupBy(this.#ownerIds.keys(), (hostId) => this.#ownerIds.get(hostId));
    return this.#rows.members.map((member) => ({
      ...member,
      isSelf: member.replicaId === self,
      hostIds: owned.get(member.replicaId) ?? [],
      movingCnt: moves.get(member.replicaId) ?? 0,
    }));
  }

  async fence(trx: Db, hostIds: Iterable<number>): Promise<void> {
    const epochs = this.#epochs(hostIds);
    if (epochs.size > 0) this.#requireAll(epochs, await lockOwned(trx, epochs, this.#self));
  }

  async fenceCommit(trx: Db, hostIds: Iterable<number>): Promise<ReadonlyMap<number, number>> {
    const epochs = this.#epochs(hostIds);
    if (epochs.size === 0) return new Map();
    const commitNos = await countCommits(trx, epochs, this.#self);
    this.#requireAll(epochs, commitNos);
    return commitNos;
  }

  /**
   * Reads the owners now and resolves when this replica has taken what is its own. Two replicas may give
   * clusters to each other, so a look does not wait until clusters are given.
   */
  async look(): Promise<void> {
    await this.#look();
    await this.#stepsDone('give');
  }

  /** Another replica hands the cluster over soon. */
  async prepare(hostId: number): Promise<void> {
    if (!this.#held.has(hostId)) await this.#work?.prepare(hostId);
  }

  /** Hands all clusters over before a stop. The rest is left to the leases after the time limit. */
  async leave(withinMs = LEAVE_WITHIN_MS): Promise<void> {
    const { logger } = this.#options;
    const endMs = performance.now() + withinMs;
    await Promise.race([
      this.#giveAll(endMs).catch((err: unknown) => logger.warn({ err }, 'clusters could not be handed over')),
      setTimeout(withinMs, undefined, { ref: false }),
    ]);
    if (this.#held.size > 0)
      logger.warn({ clusterCnt: this.#held.size }, 'stopping with clusters not handed over');
  }

  async #giveAll(endMs: number): Promise<void> {
    await this.#options.membership.markLeaving();
    do {
      await this.#look();
      await this.#stepsDone();
    } while (this.#held.size > 0 && this.#hasStayingPeer() && performance.now() < endMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer?.[Symbol.asyncDispose]();
    await this.#looking.waitForUnlock();
    await this.#stepsDone();
  }

  #hasStayingPeer(): boolean {
    return this.peers().some(({ isLeaving }) => !isLeaving);
  }

  async #stepsDone(except?: Step['kind']): Promise<void> {
    await Promise.all(
      [...this.#steps.values()].map(({ kind, done }) => (kind === except ? undefined : done)),
    );
  }

  get #self(): string {
    return this.#options.membership.replicaId;
  }

  #epochs(hostIds: Iterable<number>): Map<number, number> {
    const epochs = new Map<number, number>();
    const notOwned: number[] = [];
    for (const hostId of new Set(hostIds)) {
      const held = this.#held.get(hostId);
      if (held) epochs.set(hostId, held.epoch);
      else notOwned.push(hostId);
    }
    if (notOwned.length > 0) throw new NotOwnerError(notOwned);
    return epochs;
  }

  #requireAll(epochs: ReadonlyMap<number, number>, owned: { has(hostId: number): boolean }): void {
    const lost = [...epochs.keys()].filter((hostId) => !owned.has(hostId));
    if (lost.length === 0) return;
    void this.#look().catch(() => {});
    throw new NotOwnerError(lost);
  }

  #updateLives({ members }: OwnershipRows): void {
    const live = new Set(members.filter(({ isLive }) => isLive).map(({ replicaId }) => replicaId));
    for (const [replicaId, life] of this.#lives) {
      if (live.has(replicaId)) continue;
      this.#lives.delete(replicaId);
      life.abort(new Error('the replica is dead'));
    }
    for (const replicaId of live)
      if (!this.#lives.has(replicaId)) this.#lives.set(replicaId, new AbortController());
  }

  /** Calls that wait share one look. */
  #look(): Promise<void> {
    this.#nextLook ??= this.#looking.runExclusive(() => {
      this.#nextLook = undefined;
      return this.#readAndStep();
    });
    return this.#nextLook;
  }

  async #readAndStep(): Promise<void> {
    const {
      db,
      membership,
      trustExpiryAfterMs = TRUST_EXPIRY_AFTER_MS,
      rebalanceEveryMs = REBALANCE_EVERY_MS,
    } = this.#options;
    const work = this.#work;
    const rows = await readOwnershipRows(db);
    this.#rows = rows;
    this.#updateLives(rows);
    this.#ownerIds = new Map(rows.clusters.map(({ hostId, replicaId }) => [hostId, replicaId]));
    if (!work) return;
    const nowMs = performance.now();
    const heldOf = ({ epoch, sinceMs }: HeldCluster) => ({ epoch, heldMs: nowMs - sinceMs });
    const steps = nextSteps({
      ...rows,
      self: this.#self,
      held: new Map([...this.#held].map(([hostId, held]) => [hostId, heldOf(held)])),
      mayTrustExpiry: membership.heldForMs() >= trustExpiryAfterMs,
      sameMembersMs: nowMs - this.#sameMembersSinceMs(rows, nowMs),
      settleMs: rebalanceEveryMs,
    }).filter((step) => !this.#steps.has(hostIdOf(step)) && !this.#mustWait(step, nowMs));
    for (const step of steps) {
      if (step.kind === 'lose') this.#run(step, () => this.#lose(step.hostId, work));
      // A replica that is cut off takes nothing.
      else if (!membership.isHeld()) continue;
      else if (step.kind === 'prepare') this.#prepareLate(step.row.hostId);
      else if (step.kind !== 'give') this.#run(step, () => this.#take(step, work));
    }
    this.#give(steps, work);
    for (const [hostId, { sinceMs }] of this.failingClusters())
      if (!this.owns(hostId)) work.markFailing(hostId, sinceMs);
    if (work.isSynced()) await membership.markSynced();
    await this.#updateWeights(work);
  }

  #sameMembersSinceMs({ members }: OwnershipRows, nowMs: number): number {
    const ids = assignableMembers(members)
      .map(({ replicaId }) => replicaId)
      .join();
    if (ids !== this.#sameMembers.ids) this.#sameMembers = { ids, sinceMs: nowMs };
    return this.#sameMembers.sinceMs;
  }

  /**
   * A leaving replica gives several clusters at once, a rebalancing one gives one at a time. The next round of
   * rebalancing begins some time after this one: weights settle meanwhile.
   */
  #give(steps: readonly Step[], work: ClusterWork): void {
    const { membership, rebalanceEveryMs = REBALANCE_EVERY_MS } = this.#options;
    const gives = steps.filter((step) => step.kind === 'give');
    if (membership.isLeaving) {
      for (const step of gives) this.#run(step, () => this.#handOver(step, work));
      return;
    }
    const [first] = gives;
    if (!first || this.#isGiving || performance.now() < this.#rebalanceFromMs) return;
    const endRound = () => {
      this.#rebalanceFromMs = performance.now() + rebalanceEveryMs;
    };
    this.#isGiving = true;
    this.#run(first, async () => {
      try {
        const isGiven = await this.#handOver(first, work);
        if (!isGiven || gives.length === 1) endRound();
      } catch (error) {
        endRound();
        throw error;
      } finally {
        this.#isGiving = false;
        void this.#look().catch(() => {});
      }
    });
  }

  #run(step: Step, act: () => Promise<unknown>): void {
    const hostId = hostIdOf(step);
    const isTake = step.kind === 'claim' || step.kind === 'take';
    const done = (isTake ? this.#takes.runExclusive(act) : act())
      .catch(async (err: unknown) => {
        this.#held.delete(hostId);
        this.#events.failed(hostId, step.kind, err);
        if (isTake) await this.#reportFailure(hostId, err);
      })
      .then(() => void this.#steps.delete(hostId));
    this.#steps.set(hostId, { kind: step.kind, done });
  }

  /** Prepared in the background: it must not delay the claim. */
  #prepareLate(hostId: number): void {
    void this.#prepares
      .runExclusive(() => this.prepare(hostId))
      .catch((err: unknown) =>
        this.#options.logger.debug({ err, hostId }, 'a cluster could not be read ahead'),
      );
  }

  #mustWait(step: Step, nowMs: number): boolean {
    return step.kind === 'take' && this.#failures.mustWait(step.row.hostId, nowMs);
  }

  async #reportFailure(hostId: number, err: unknown): Promise<void> {
    const failure = this.#failures.add(hostId, err);
    if (!failure) return;
    if (failure.isNew) this.#events.failing(hostId, failure.reason);
    await storeFailure(this.#options.db, hostId, this.#self, failure.reason).catch(() => {
      // The next attempt stores it.
    });
  }

  async #take(step: Extract<Step, { kind: 'claim' | 'take' }>, work: ClusterWork): Promise<void> {
    const { db } = this.#options;
    const { hostId } = step.row;
    const startMs = performance.now();
    const ownership =
      step.kind === 'claim'
        ? await claimCluster(db, step.row, this.#self)
        : await readOwnership(db, hostId, this.#self);
    if (!ownership) return;
    const isGiven = step.kind === 'take';
    const held: HeldCluster = { epoch: ownership.epoch, phase: 'taking', sinceMs: startMs };
    this.#held.set(hostId, held);
    await work.own(hostId, { ...ownership, isGiven });
    held.phase = 'held';
    this.#failures.clear(hostId);
    if (step.row.failure) await storeFailure(db, hostId, this.#self, null);
    this.#events.owned(hostId, isGiven ? 'received' : 'claimed', performance.now() - startMs);
  }

  async #lose(hostId: number, work: ClusterWork): Promise<void> {
    const held = this.#held.get(hostId);
    if (held) held.phase = 'releasing';
    await work.lose(hostId);
    this.#held.delete(hostId);
    this.#failures.clear(hostId);
    this.#events.lost(hostId);
  }

  /** The next owner reads the cluster before this one stops working for it. */
  async #handOver(step: Give, work: ClusterWork): Promise<boolean> {
    const { peers, logger } = this.#options;
    const { hostId, weight } = step.row;
    if (!(await peers.isReachable(step.to))) return false;
    await this.#prepares
      .runExclusive(() => peers.askToPrepare(step.to, hostId))
      .catch((err: unknown) => logger.warn({ err, hostId }, 'the next owner could not read the cluster'));
    const places = Math.min(STEPS_AT_ONCE, Math.max(1, Math.ceil(weight / OBJECTS_PER_PLACE)));
    return await this.#gives.runExclusive(() => this.#giveOne(step, work), places);
  }

  async #giveOne({ row, to }: Give, work: ClusterWork): Promise<boolean> {
    const { db, peers } = this.#options;
    const startMs = performance.now();
    const held = this.#held.get(row.hostId);
    if (held) {
      held.phase = 'releasing';
      await work.release(row.hostId);
    }
    const isGiven = await giveCluster(db, row, this.#self, to.replicaId);
    this.#held.delete(row.hostId);
    if (!isGiven) return false;
    this.#ownerIds = new Map(this.#ownerIds).set(row.hostId, to.replicaId);
    for (const peer of this.peers()) {
      // The others also look without being asked, a little later.
      const looked = peers.askToLook(peer).catch(() => {});
      if (peer.replicaId === to.replicaId) await looked;
    }
    this.#events.given(row.hostId, to.url, performance.now() - startMs);
    return true;
  }

  async #updateWeights(work: ClusterWork): Promise<void> {
    const changed = new Map<number, number>();
    for (const { hostId, weight } of this.#rows.clusters) {
      if (!this.owns(hostId)) continue;
      const rounded = roundWeight(work.objectCnt(hostId), weight);
      if (rounded !== weight) changed.set(hostId, rounded);
    }
    if (changed.size > 0) await storeWeights(this.#options.db, changed, this.#self);
  }
}

function hostIdOf(step: Step): number {
  return step.kind === 'lose' ? step.hostId : step.row.hostId;
}
