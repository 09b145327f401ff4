import type { ClusterFacts } from '@gwanje/contract/agent/batch';
import type { InventoryKind } from '@gwanje/contract/agent/inventory';
import type { SampleBatch } from '@gwanje/metric-store/interface';
import type { Agent } from '../../live/clusters.ts';
import { Registry } from '../identify/registry.ts';
import { FoldedChanges } from '../persist/folded-changes.ts';
import { type ChangeWrite, PendingWrites } from '../persist/pending-writes.ts';
import { HourlyCount } from './hourly-count.ts';
import { LateSlots } from './late-slots.ts';
import type { NodeTrack } from './node-history.ts';
import { UnresolvedEvents } from './unresolved-events.ts';
import { WaitingSamples } from './waiting-samples.ts';

export interface KnownAgent extends Agent {
  readonly lastSeq: number;
  /** Asked to list everything again, until it has. */
  readonly isResyncNeeded: boolean;
}

/** A full listing of one kind that is under way. */
export interface Listing {
  readonly id: string;
  readonly agentId: string;
  readonly mark: number;
  nextChunk: number;
}

/** More than the agents of the largest cluster in some days, each of which may be new with its pod. */
export const MAX_AGENTS = 50_000;
/** One that is silent for so long and comes back is known as a new one, which costs a listing and nothing else. */
export const FORGET_AGENT_MS = 2 * 86_400_000;

/** What is kept of one cluster between batches. */
export class ClusterMemory {
  readonly hostId: number;
  readonly registry = new Registry();
  readonly agents = new Map<string, KnownAgent>();
  readonly listings = new Map<InventoryKind, Listing>();
  readonly waiting = new WaitingSamples();
  readonly unresolved = new UnresolvedEvents();
  readonly nodeTracks = new Map<number, NodeTrack>();
  readonly newObjects = new HourlyCount();
  readonly events = new HourlyCount();
  readonly changes = new HourlyCount();
  readonly folded = new FoldedChanges();
  /** The tables say that changes are kept back. */
  isFoldingNoted = false;
  readonly late = new LateSlots();
  pending = new PendingWrites();
  /** Sums of its own that are not in the metric store yet. */
  derived: SampleBatch[] = [];
  facts: ClusterFacts | undefined;
  firstBatchMs: number | undefined;
  /** The time of the newest data: what history goes by. */
  dataMs = 0;
  /** When anything came last, on our clock. */
  heardMs = 0;
  lastSampleMs: number | undefined;
  /** As far as the cluster has been told of: sums are of what is not much older. */
  lastBatchMs = 0;
  /** Nothing is heard any more, and the records of its nodes have ended. */
  isSilent = false;
  #marks = 0;

  constructor(hostId: number) {
    this.hostId = hostId;
  }

  takePending(): PendingWrites {
    const taken = this.pending;
    this.pending = new PendingWrites();
    return taken;
  }

  /** False where the hour has no room for it: it is told with others of its object, when there is. */
  noteChange(change: ChangeWrite, nowMs: number, perHour: number): boolean {
    if (this.changes.of(nowMs) < perHour && !this.folded.has(change.objectId)) {
      this.changes.add(1, nowMs);
      this.pending.changes.push(change);
      return true;
    }
    this.folded.add(change);
    return false;
  }

  /** Another hour has begun: what was kept back is written, as far as that has room. */
  unfold(nowMs: number, perHour: number): void {
    if (this.folded.size === 0) return;
    const taken = this.folded.take(perHour - this.changes.of(nowMs));
    this.changes.add(taken.length, nowMs);
    this.pending.changes.push(...taken);
  }

  forgetAgents(nowMs: number): void {
    for (const [agentId, { lastBatchAtMs }] of this.agents)
      if (nowMs - lastBatchAtMs > FORGET_AGENT_MS) this.agents.delete(agentId);
  }

  nextMark(): number {
    return ++this.#marks;
  }
}
