import type { AgentState } from '@gwanje/contract/clusters/cluster-state';
import { STALE_AFTER_MS } from '@gwanje/domain/formats/time';
import type { ClusterFacts } from '@gwanje/kinds/batch';
import { isOptional } from '@gwanje/kinds/registry';
import type { z } from 'zod';
import { NO_TEXT, type StringTable } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';

const MINUTE_MS = 60_000;
const KEPT_MINUTES = 60;

export interface ClusterIdentity {
  readonly hostId: number;
  readonly name: string;
  readonly subGroupId: number;
  readonly isMonitored?: boolean;
}

type Problem = z.output<typeof AgentState>['problemList'][number];

export interface Agent {
  readonly agentId: string;
  readonly role: z.output<typeof AgentState>['role'];
  readonly version: string;
  readonly lastBatchAtMs: number;
  readonly clockSkewMs: number;
  readonly problemList: readonly Problem[];
}

/** A batch of a cluster has arrived. */
export interface Contact {
  /** Time of the data: when the agent sent it, on the server clock. */
  readonly atMs: number;
  readonly facts?: ClusterFacts | undefined;
  readonly agent?: Agent | undefined;
}

export interface Cluster {
  readonly index: number;
  readonly hostId: number;
  readonly agents: Map<string, Agent>;
  readonly restarts: RecentRestarts;
  name: string;
  nameRef: number;
  subGroupId: number;
  facts: ClusterFacts | null;
  /** Time of the facts. */
  factsAtMs: number;
  /** NaN: the cluster has never sent a batch. */
  lastBatchAtMs: number;
  /** Last batch of an agent that sends inventory; node agents send only samples. NaN: there was never one. */
  inventoryAtMs: number;
  /** When that batch arrived, on the server clock. */
  lastInventoryMs: number;
  /** Whether the API server refuses the agent something, as of its last batch. */
  rights: { readonly atMs: number; readonly isAnyMissing: boolean };
  isMonitored: boolean;
  warningCnt: number;
  criticalCnt: number;
  /** Open alarms of the cluster and its objects. A folded alarm counts with the alarm it is folded under. */
  openAlarms: { readonly warning: number; readonly critical: number };
  /** Since when alarm evaluation fails; NaN: it works. */
  alarmsFailingSinceMs: number;
}

/** The clusters by index. Tables refer to a cluster by its index. */
export class Clusters {
  readonly #strings: StringTable;
  readonly #byHostId = new Map<number, Cluster>();
  readonly #byIndex: (Cluster | undefined)[] = [];
  readonly #free: number[] = [];

  constructor(strings: StringTable) {
    this.#strings = strings;
  }

  /** All indexes in use are below this one. */
  get end(): number {
    return this.#byIndex.length;
  }

  set({ hostId, name, subGroupId, isMonitored = true }: ClusterIdentity): void {
    const cluster = this.#byHostId.get(hostId) ?? this.#add(hostId);
    cluster.subGroupId = subGroupId;
    cluster.isMonitored = isMonitored;
    if (cluster.nameRef !== NO_TEXT && cluster.name === name) return;
    const before = cluster.nameRef;
    cluster.nameRef = this.#strings.take(name);
    cluster.name = name;
    this.#strings.release(before);
  }

  remove(cluster: Cluster): void {
    this.#strings.release(cluster.nameRef);
    this.#byHostId.delete(cluster.hostId);
    this.#byIndex[cluster.index] = undefined;
    this.#free.push(cluster.index);
  }

  get(hostId: number): Cluster | undefined {
    return this.#byHostId.get(hostId);
  }

  at(index: number): Cluster | undefined {
    return this.#byIndex[index];
  }

  all(): IterableIterator<Cluster> {
    return this.#byHostId.values();
  }

  /** The existing clusters with these ids, in the order of the ids. */
  of(hostIds: Iterable<number>): Cluster[] {
    const found: Cluster[] = [];
    for (const hostId of [...hostIds].sort((a, b) => a - b)) {
      const cluster = this.#byHostId.get(hostId);
      if (cluster !== undefined) found.push(cluster);
    }
    return found;
  }

  recordContact(cluster: Cluster, { atMs, facts, agent }: Contact): void {
    if (!(cluster.lastBatchAtMs > atMs)) cluster.lastBatchAtMs = atMs;
    if (facts !== undefined && !(cluster.factsAtMs > atMs)) {
      cluster.facts = facts;
      cluster.factsAtMs = atMs;
    }
    if (agent === undefined) return;
    if (agent.role === 'cluster') {
      if (!(cluster.rights.atMs > agent.lastBatchAtMs))
        cluster.rights = { atMs: agent.lastBatchAtMs, isAnyMissing: agent.problemList.some(isMissingRight) };
      const seenMs = Math.min(atMs, blindSinceMs(agent.problemList));
      if (!(cluster.inventoryAtMs > seenMs)) cluster.inventoryAtMs = seenMs;
      this.recordArrival(cluster, agent);
    }
    const known = cluster.agents.get(agent.agentId);
    if (known === undefined || known.lastBatchAtMs <= agent.lastBatchAtMs)
      cluster.agents.set(agent.agentId, agent);
    forgetAgents(cluster);
  }

  recordArrival(cluster: Cluster, { role, lastBatchAtMs, problemList }: Agent): void {
    if (role !== 'cluster') return;
    const arrivedMs = Math.min(lastBatchAtMs, blindSinceMs(problemList));
    if (!(cluster.lastInventoryMs > arrivedMs)) cluster.lastInventoryMs = arrivedMs;
  }

  #add(hostId: number): Cluster {
    const index = this.#free.pop() ?? this.#byIndex.length;
    const cluster: Cluster = {
      index,
      hostId,
      agents: new Map(),
      restarts: new RecentRestarts(),
      name: '',
      nameRef: NO_TEXT,
      subGroupId: NO_SLOT,
      facts: null,
      factsAtMs: Number.NaN,
      lastBatchAtMs: Number.NaN,
      inventoryAtMs: Number.NaN,
      lastInventoryMs: Number.NaN,
      rights: { atMs: Number.NaN, isAnyMissing: false },
      isMonitored: true,
      warningCnt: 0,
      criticalCnt: 0,
      openAlarms: { warning: 0, critical: 0 },
      alarmsFailingSinceMs: Number.NaN,
    };
    this.#byIndex[index] = cluster;
    this.#byHostId.set(hostId, cluster);
    return cluster;
  }
}

/**
 * Since when the agent may not read nodes or pods; infinity: it may. It still sends, but its inventory is that
 * of before.
 */
export function blindSinceMs(problems: readonly Problem[]): number {
  const times = problems.filter(isBlinding).map(({ since }) => Date.parse(since));
  return Math.min(...times, Number.POSITIVE_INFINITY);
}

/**
 * The detail of a refusal begins with the kind that the agent asked for. Without the right to an optional kind the
 * rest of the cluster is known.
 */
function isMissingRight({ problem, detail }: Problem): boolean {
  if (problem === 'apiForbidden') return !isOptional(detail.slice(0, detail.indexOf(': ')));
  return problem === 'apiUnauthorized';
}

function isBlinding({ problem, detail }: Problem): boolean {
  return problem === 'apiUnauthorized' || (problem === 'apiForbidden' && /^(?:node|pod): /.test(detail));
}

/** Time of the object states: the last inventory, else the last batch when no agent ever sent inventory. */
export function stateAtMs({ inventoryAtMs, lastBatchAtMs }: Cluster): number {
  return Number.isNaN(inventoryAtMs) ? lastBatchAtMs : inventoryAtMs;
}

/** Active agents. An agent that is silent while others send belongs to a deleted node. */
export function activeAgents({ agents, lastBatchAtMs }: Cluster): Agent[] {
  return [...agents.values()].filter((agent) => lastBatchAtMs - agent.lastBatchAtMs < STALE_AFTER_MS);
}

/** Node agents come and go with their nodes. An agent that is silent for a day is dropped. */
const FORGET_AFTER_MS = 24 * 3_600_000;
const FEW_AGENTS = 64;

function forgetAgents(cluster: Cluster): void {
  if (cluster.agents.size <= FEW_AGENTS || cluster.agents.size % FEW_AGENTS !== 0) return;
  for (const [agentId, { lastBatchAtMs }] of cluster.agents) {
    if (cluster.lastBatchAtMs - lastBatchAtMs > FORGET_AFTER_MS) cluster.agents.delete(agentId);
  }
}

/** Container restarts of the last hour, per minute. */
class RecentRestarts {
  readonly #minutes = new Map<number, number>();

  add(atMs: number, cnt: number): void {
    const minute = Math.floor(atMs / MINUTE_MS);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + cnt);
    if (this.#minutes.size > 4 * KEPT_MINUTES) this.#forget();
  }

  /** The minutes with restarts. */
  minutes(): [minute: number, cnt: number][] {
    return [...this.#minutes];
  }

  replace(minutes: Iterable<readonly [minute: number, cnt: number]>): void {
    this.#minutes.clear();
    for (const [minute, cnt] of minutes) this.#minutes.set(minute, cnt);
  }

  since(nowMs: number): number {
    const now = Math.floor(nowMs / MINUTE_MS);
    let sum = 0;
    for (const [minute, cnt] of this.#minutes) if (minute > now - KEPT_MINUTES && minute <= now) sum += cnt;
    return sum;
  }

  #forget(): void {
    const newest = Math.max(...this.#minutes.keys());
    for (const minute of this.#minutes.keys()) {
      if (minute <= newest - KEPT_MINUTES) this.#minutes.delete(minute);
    }
  }
}
