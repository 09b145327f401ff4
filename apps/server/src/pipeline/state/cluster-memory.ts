import type { ClusterFacts } from '@gwanje/kinds/batch';
import type { RecordKind } from '@gwanje/kinds/registry';
import type { Change } from '@gwanje/kinds/state/changes';
import type { SampleBatch } from '@gwanje/metric-store/interface';
import type { Agent } from '../../live/tables/clusters.ts';
import { LateRange } from './late-range.ts';
import { hourOf, type NodeTrack } from './node-history.ts';
import { type KnownObject, ObjectRegistry } from './object-registry.ts';
import { type ChangeWrite, PendingWrites } from './pending-writes.ts';
import { WaitingSamples } from './waiting-samples.ts';

/** Identifies a stored batch of an agent. */
export interface StoredBatch {
  readonly seq: number;
  readonly sentMs: number;
}

export interface KnownAgent extends Agent {
  readonly lastSeq: number;
  /** The last stored batches, oldest first. */
  readonly recentBatches: readonly StoredBatch[];
  /** The server asks the agent for a full listing until it gets one. */
  readonly isResyncNeeded: boolean;
}

/** A full listing of one kind that is in progress. */
export interface Listing {
  readonly id: string;
  readonly agentId: string;
  /** When the agent last saw the objects of the cluster before the listing. */
  readonly seenBeforeMs: number;
  readonly nextChunk: number;
  /** Ids of the objects that were sent since it began. */
  readonly seen: Set<number>;
}

/**
 * More than the largest cluster has in a few days if every agent restarts under a new name. The roles have their
 * own limits, because they have their own tokens: one role cannot use up the ids of the other.
 */
export const MAX_AGENTS: Readonly<Record<Agent['role'], number>> = { cluster: 1000, node: 50_000 };
/** An agent that returns after this time counts as a new one. That costs one full listing. */
export const DROP_AGENT_AFTER_MS = 2 * 86_400_000;
/** When a role has too many agents, those that are silent for this long make room. */
const DROP_SURPLUS_AGENT_AFTER_MS = 15 * 60_000;

/** The state of one cluster that the pipeline keeps in memory between batches. */
export class ClusterMemory {
  readonly hostId: number;
  readonly registry = new ObjectRegistry();
  readonly agents = new Map<string, KnownAgent>();
  readonly listings = new Map<RecordKind, Listing>();
  readonly waiting = new WaitingSamples();
  readonly unresolved = new UnresolvedEvents();
  /** New objects whose events arrived before them. The next commit links these events. */
  readonly resolvable = new Map<number, KnownObject>();
  readonly nodeTracks = new Map<number, NodeTrack>();
  readonly newObjects = new HourlyCount();
  readonly events = new HourlyCount();
  readonly changes = new HourlyCount();
  readonly manifests = new HourlyCount();
  readonly deferred = new DeferredChanges();
  /** The database knows that changes of this cluster are deferred. */
  isDeferringMarked = false;
  readonly late = new LateRange();
  pending = new PendingWrites();
  /** Sums of the cluster that are not in the metric store yet. */
  unsavedSums: SampleBatch[] = [];
  /** Number of the last commit; 0 in an installation with one server. */
  commitNo = 0;
  facts: ClusterFacts | undefined;
  firstBatchMs: number | undefined;
  /** Time of the newest data. The node history follows it. */
  dataMs = 0;
  /** When the last batch arrived, on the server clock. */
  lastContactMs = 0;
  /** When the agent last saw the objects: it watches them while it reaches the API server. */
  objectsSeenMs = 0;
  lastSampleMs: number | undefined;
  lastBatchMs = 0;
  /** No batch arrives any more, and the history records of the nodes have ended. */
  isSilent = false;

  constructor(hostId: number) {
    this.hostId = hostId;
  }

  takePending(): PendingWrites {
    const taken = this.pending;
    this.pending = new PendingWrites();
    return taken;
  }

  /**
   * Returns false when the hourly limit is reached. The change is then deferred and merged with others of its
   * object.
   */
  addChange(change: ChangeWrite, nowMs: number, perHour: number): boolean {
    if (this.changes.of(nowMs) < perHour && !this.deferred.has(change.objectId)) {
      this.changes.add(1, nowMs);
      this.pending.changes.push(change);
      return true;
    }
    this.deferred.add(change);
    return false;
  }

  /** Writes deferred changes as far as the limit of the current hour allows. */
  releaseDeferredChanges(nowMs: number, perHour: number): void {
    if (this.deferred.size === 0) return;
    const released = this.deferred.take(perHour - this.changes.of(nowMs));
    this.changes.add(released.length, nowMs);
    this.pending.changes.push(...released);
  }

  dropSilentAgents(nowMs: number, afterMs = DROP_AGENT_AFTER_MS): void {
    for (const [agentId, { lastBatchAtMs }] of this.agents)
      if (nowMs - lastBatchAtMs > afterMs) this.agents.delete(agentId);
  }

  /** Returns whether there is room for another agent of the role. */
  makeRoomForAgent(role: Agent['role'], nowMs: number): boolean {
    const hasRoom = () => this.#countAgents(role) < MAX_AGENTS[role];
    if (this.agents.size < MAX_AGENTS[role] || hasRoom()) return true;
    this.dropSilentAgents(nowMs, DROP_SURPLUS_AGENT_AFTER_MS);
    return hasRoom();
  }

  #countAgents(role: Agent['role']): number {
    let cnt = 0;
    for (const agent of this.agents.values()) if (agent.role === role) cnt++;
    return cnt;
  }
}

/** Each entry holds the text of a state. */
const MAX_OBJECTS = 50_000;

/** Changes beyond the hourly limit, merged into one per object, until the limit allows them. */
export class DeferredChanges {
  readonly #byObject = new Map<number, ChangeWrite>();

  get size(): number {
    return this.#byObject.size;
  }

  has(objectId: number): boolean {
    return this.#byObject.has(objectId);
  }

  /** Drops the change when too many objects have one. */
  add(change: ChangeWrite): void {
    const before = this.#byObject.get(change.objectId);
    if (!before && this.#byObject.size >= MAX_OBJECTS) return;
    const changes = before ? mergeChanges(before.changes, change.changes) : change.changes;
    this.#byObject.set(change.objectId, { ...change, changes });
  }

  take(maxCnt: number): ChangeWrite[] {
    const taken: ChangeWrite[] = [];
    for (const [objectId, change] of this.#byObject) {
      if (taken.length >= maxCnt) break;
      taken.push(change);
      this.#byObject.delete(objectId);
    }
    return taken;
  }
}

/** The later changes come first, because readers treat the first change as the latest. */
function mergeChanges(before: readonly Change[], after: readonly Change[]): readonly Change[] {
  const earlier = new Map(before.map((change) => [change.what, change]));
  const changes = after.map((change) => {
    const first = earlier.get(change.what);
    earlier.delete(change.what);
    return first ? { ...change, from: first.from } : change;
  });
  return [...changes, ...earlier.values()];
}

/** Counts within the current hour of the server clock. A restart begins at 0. */
export class HourlyCount {
  #hour = 0;
  #count = 0;

  of(nowMs: number): number {
    return hourOf(nowMs) === this.#hour ? this.#count : 0;
  }

  add(count: number, nowMs: number): void {
    this.#count = this.of(nowMs) + count;
    this.#hour = hourOf(nowMs);
  }

  /** Reverts the count that was added at `atMs`, because the agent resends the batch. */
  subtract(count: number, atMs: number): void {
    if (hourOf(atMs) === this.#hour) this.#count = Math.max(0, this.#count - count);
  }
}

const MAX_NAMES = 10_000;

/**
 * Names of objects that events mention before their inventory arrives. They are only a hint for linking: a
 * name that is lost leaves its events without a link to the object.
 */
export class UnresolvedEvents {
  readonly #names = new Set<string>();

  add(objectName: string): void {
    this.#names.add(objectName);
    if (this.#names.size <= MAX_NAMES) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      break;
    }
  }

  /** Returns whether events of that name wait, and removes the name. */
  take(objectName: string): boolean {
    return this.#names.delete(objectName);
  }

  get size(): number {
    return this.#names.size;
  }
}
