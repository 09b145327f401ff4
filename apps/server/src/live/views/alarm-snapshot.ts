import { claimPhases, nodeConditions, podPhases } from '@gwanje/contract/clusters/states';
import type { ClaimFacts } from '@gwanje/kinds/claim/facts';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import type { NodeFacts } from '@gwanje/kinds/node/facts';
import { crashLoopReasons, imagePullReasons, type PodFacts } from '@gwanje/kinds/pod/facts';
import { liveKinds } from '@gwanje/kinds/registry';
import type { AlarmedKind, FactsOf } from '@gwanje/kinds/state/facts';
import type { NumberOrNullStore } from '../columns/stores.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import { type Cluster, stateAtMs } from '../tables/clusters.ts';
import { DerivedState, STALE_MS } from '../tables/derived-state.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { ClusterTally } from './cluster-tally.ts';

const MINUTE_MS = 60_000;

export interface RestartCounts {
  /** Number of restarts of a pod in the last `windowMin` minutes. */
  within(podId: number, windowMin: number): number;
}

/** The subject of an alarm, as texts that stay valid after the object is deleted. */
export interface AlarmSubjectNow {
  readonly objectId: number | null;
  readonly objectName: string;
  readonly namespace: string | null;
  readonly nodeId: number | null;
  readonly nodeName: string | null;
  readonly ownerKind: string | null;
  readonly ownerName: string | null;
}

/** The facts of one object at a time. */
export type FactsView<Kind extends AlarmedKind> = FactsOf[Kind] & View;

/** The facts of one object at a time, selected by its slot. One view is reused for all 100,000 objects. */
export class View {
  slot = NO_SLOT;
  readonly #table: Table;
  readonly #nowMs: number;

  constructor(table: Table, nowMs: number) {
    this.#table = table;
    this.#nowMs = nowMs;
  }

  /** NaN when the value is stale. */
  protected figure(store: NumberOrNullStore): number {
    return this.#nowMs - this.#table.dataAtMs.at(this.slot) < STALE_MS ? store.at(this.slot) : Number.NaN;
  }
}

class NodeView extends View implements NodeFacts {
  readonly #tables: LiveTables;

  constructor(tables: LiveTables, nowMs: number) {
    super(tables.node, nowMs);
    this.#tables = tables;
  }

  get condition() {
    return nodeConditions[this.#tables.node.state.condition.at(this.slot)] ?? 'Unknown';
  }
  get isSchedulable() {
    return this.#tables.node.state.isSchedulable.at(this.slot) === 1;
  }
  hasTrouble(condition: string) {
    const { troubles } = this.#tables.node.state;
    return troubles.at(this.slot) !== 0 && troubles.get(this.slot).split(',').includes(condition);
  }
  get cpuUsedPct() {
    const { state, metrics } = this.#tables.node;
    return percent(this.figure(metrics.cpuUsedCores), state.cpuAllocatableCores.at(this.slot));
  }
  get memUsedPct() {
    const { state, metrics } = this.#tables.node;
    return percent(this.figure(metrics.memUsedBytes), state.memAllocatableBytes.at(this.slot));
  }
  get fsUsedPct() {
    const { metrics } = this.#tables.node;
    return percent(this.figure(metrics.fsUsedBytes), metrics.fsCapacityBytes.at(this.slot));
  }
  get inodesUsedPct() {
    const { metrics } = this.#tables.node;
    return percent(this.figure(metrics.fsInodesUsed), metrics.fsInodes.at(this.slot));
  }
  get netRxBps() {
    return this.figure(this.#tables.node.metrics.netRxBps);
  }
  get netTxBps() {
    return this.figure(this.#tables.node.metrics.netTxBps);
  }
  get netErrorsPs() {
    const { netRxErrPs, netTxErrPs } = this.#tables.node.metrics;
    return this.figure(netRxErrPs) + this.figure(netTxErrPs);
  }
}

class PodView extends View implements PodFacts {
  readonly #tables: LiveTables;
  readonly #nowMs: number;
  readonly #restarts: RestartCounts;
  readonly #terminating: number;
  readonly #crashLoop: ReadonlySet<number>;
  readonly #imagePull: ReadonlySet<number>;

  constructor(tables: LiveTables, nowMs: number, restarts: RestartCounts) {
    super(tables.pod, nowMs);
    this.#tables = tables;
    this.#nowMs = nowMs;
    this.#restarts = restarts;
    this.#terminating = tables.strings.find('Terminating');
    this.#crashLoop = refs(tables, crashLoopReasons);
    this.#imagePull = refs(tables, imagePullReasons);
  }

  get phase() {
    return podPhases[this.#tables.pod.state.phase.at(this.slot)] ?? 'Unknown';
  }
  get isTerminating() {
    return this.#terminating !== 0 && this.#tables.pod.state.status.at(this.slot) === this.#terminating;
  }
  get ageMin() {
    const { createdAtMs, firstSeenAtMs } = this.#tables.pod;
    const bornMs = createdAtMs.at(this.slot);
    return (this.#nowMs - (Number.isNaN(bornMs) ? firstSeenAtMs.at(this.slot) : bornMs)) / MINUTE_MS;
  }
  get readyCnt() {
    return this.#tables.pod.state.readyCnt.at(this.slot);
  }
  get containerCnt() {
    return this.#tables.pod.state.containerCnt.at(this.slot);
  }
  get isCrashLooping() {
    return this.#hasReason(this.#crashLoop);
  }
  get isImagePullFailing() {
    return this.#hasReason(this.#imagePull);
  }
  get oomKilledMinAgo() {
    return (this.#nowMs - this.#tables.pod.state.oomKilledAtMs.at(this.slot)) / MINUTE_MS;
  }
  restartsWithin(windowMin: number) {
    const { ids, state } = this.#tables.pod;
    return state.restartCnt.at(this.slot) > 0 ? this.#restarts.within(ids.at(this.slot), windowMin) : 0;
  }
  get cpuUsedCores() {
    return this.figure(this.#tables.pod.metrics.cpuUsedCores);
  }
  get cpuLimitCores() {
    return this.#tables.pod.state.cpuLimitCores.at(this.slot);
  }
  get memUsedBytes() {
    return this.figure(this.#tables.pod.metrics.memUsedBytes);
  }
  get memLimitBytes() {
    return this.#tables.pod.state.memLimitBytes.at(this.slot);
  }
  get ephemeralUsedBytes() {
    return this.figure(this.#tables.pod.metrics.ephemeralUsedBytes);
  }
  get netRxBps() {
    return this.figure(this.#tables.pod.metrics.netRxBps);
  }
  get netTxBps() {
    return this.figure(this.#tables.pod.metrics.netTxBps);
  }

  #hasReason(reasons: ReadonlySet<number>): boolean {
    if (reasons.size === 0) return false;
    const { pod, container } = this.#tables;
    for (let at = pod.firstContainer.at(this.slot); at !== NO_SLOT; at = container.nextOfPod.at(at)) {
      const ref = container.state.stateReason.at(at);
      if (ref !== 0 && reasons.has(ref)) return true;
    }
    return false;
  }
}

class ClaimView extends View implements ClaimFacts {
  readonly #tables: LiveTables;

  constructor(tables: LiveTables, nowMs: number) {
    super(tables.claim, nowMs);
    this.#tables = tables;
  }

  get phase() {
    return claimPhases[this.#tables.claim.state.phase.at(this.slot)] ?? 'Bound';
  }
  get usedPct() {
    const { metrics } = this.#tables.claim;
    return percent(this.figure(metrics.usedBytes), metrics.capacityBytes.at(this.slot));
  }
  get inodesUsedPct() {
    const { metrics } = this.#tables.claim;
    return percent(this.figure(metrics.inodesUsed), metrics.inodes.at(this.slot));
  }
  get daysUntilFull() {
    const { metrics, daysUntilFull } = this.#tables.claim;
    if (Number.isNaN(this.figure(metrics.usedBytes))) return Number.NaN;
    const days = daysUntilFull.at(this.slot);
    return Number.isNaN(days) ? Number.POSITIVE_INFINITY : days;
  }
}

/** Kinds whose facts need more than the fields of their state. */
const ownViews: {
  readonly [Kind in AlarmedKind]?: (
    tables: LiveTables,
    nowMs: number,
    restarts: RestartCounts,
  ) => FactsView<Kind>;
} = {
  node: (tables, nowMs) => new NodeView(tables, nowMs),
  pod: (tables, nowMs, restarts) => new PodView(tables, nowMs, restarts),
  claim: (tables, nowMs) => new ClaimView(tables, nowMs),
};

/** Shows the fields of the state. */
function stateView(tables: LiveTables, kind: AlarmedKind, nowMs: number): View {
  const table = tableOf(tables, kind);
  const view = new View(table, nowMs);
  for (const [field, store] of Object.entries(table.state))
    Object.defineProperty(view, field, { get: () => store.get(view.slot) });
  return view;
}

export interface AlarmedObjects {
  readonly slots: Int32Array;
  readonly ids: Int32Array;
  readonly isMonitored: Uint8Array;
}

/** One cluster at one instant, as alarm evaluation reads it. */
export class AlarmSnapshot {
  /** Whether the cluster has sent any data recently. */
  readonly hasRecentData: boolean;
  /** Whether its states and events are recent. Metric values may be recent when these are not. */
  readonly hasRecentState: boolean;
  readonly #views = new Map<AlarmedKind, View>();
  readonly #objects = new Map<AlarmedKind, AlarmedObjects>();
  readonly #tables: LiveTables;
  readonly #cluster: Cluster;
  readonly #nowMs: number;
  readonly #restarts: RestartCounts;
  readonly #version: number;

  constructor(tables: LiveTables, cluster: Cluster, nowMs: number, restarts: RestartCounts) {
    this.#tables = tables;
    this.#cluster = cluster;
    this.#nowMs = nowMs;
    this.#version = versionOf(tables);
    this.hasRecentData = nowMs - cluster.lastBatchAtMs < STALE_MS;
    this.hasRecentState = nowMs - stateAtMs(cluster) < STALE_MS;
    this.#restarts = restarts;
  }

  get name(): string {
    return this.#cluster.name;
  }

  /** Whether no object has changed since this snapshot was made. Metric values may be newer. */
  get isCurrent(): boolean {
    return versionOf(this.#tables) === this.#version;
  }

  /** False: neither the cluster nor its objects raise alarms. */
  get isMonitored(): boolean {
    return this.#cluster.isMonitored;
  }

  /** Time of the state. Data that the agent sends late has a state long before now. */
  get stateMs(): number {
    return Math.min(this.#nowMs, stateAtMs(this.#cluster));
  }

  /** `startedMs`: start of the server. A silence counts from then at the earliest. */
  clusterFacts(startedMs: number): ClusterFacts {
    const tally = new ClusterTally(this.#tables, this.#cluster, new DerivedState(this.#tables, this.#nowMs));
    const { cpuCores, memBytes } = tally;
    const known = (value: number | null) => value ?? Number.NaN;
    return {
      silentMin: this.#silentMin(startedMs),
      isApiReachable: this.#cluster.facts?.isApiReachable ?? null,
      nodeNotReadyCnt: tally.nodeCnt - tally.nodeReadyCnt,
      podPendingCnt: tally.phase('Pending'),
      cpuUsedPct: percent(known(cpuCores.used.sum), cpuCores.allocatable),
      memUsedPct: percent(known(memBytes.used.sum), memBytes.allocatable),
      cpuRequestPct: percent(cpuCores.request, cpuCores.allocatable),
      memRequestPct: percent(memBytes.request, memBytes.allocatable),
      pvUtilizationPct: known(tally.pvUtilizationPct),
      pvUnboundCnt: tally.pvUnboundCnt,
    };
  }

  /** A view that shows the object at its `slot`. */
  facts<Kind extends AlarmedKind>(kind: Kind): FactsView<Kind> {
    const known = this.#views.get(kind);
    const view =
      known ??
      ownViews[kind]?.(this.#tables, this.#nowMs, this.#restarts) ??
      stateView(this.#tables, kind, this.#nowMs);
    this.#views.set(kind, view);
    // The view of a kind shows the facts of that kind.
    return view as FactsView<Kind>;
  }

  /** The existing objects as columns. Every alarm item iterates over them. */
  objects(kind: AlarmedKind): AlarmedObjects {
    const known = this.#objects.get(kind);
    if (known) return known;
    const table = this.#tables[kind];
    const found = new Int32Array(table.aliveCnt(this.#cluster.index));
    let cnt = 0;
    for (let slot = table.first(this.#cluster.index); slot !== NO_SLOT; slot = table.next(slot))
      if (table.isAlive(slot)) found[cnt++] = slot;
    // In memory order of the columns.
    const slots = found.subarray(0, cnt).sort();
    const objects = {
      slots,
      ids: slots.map((slot) => table.ids.at(slot)),
      isMonitored: Uint8Array.from(slots, (slot) => (this.isMonitored ? table.isMonitored.at(slot) : 0)),
    };
    this.#objects.set(kind, objects);
    return objects;
  }

  /** Pods with restarts. `place` stays the same as long as the pod exists. */
  eachRestarted(
    visit: (podId: number, place: number, cnt: number, createdMs: number, firstSeenMs: number) => void,
  ): void {
    const { pod } = this.#tables;
    const { slots, ids } = this.objects('pod');
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? NO_SLOT;
      const cnt = pod.state.restartCnt.at(slot);
      if (cnt > 0) visit(ids[at] ?? 0, slot, cnt, pod.createdAtMs.at(slot), pod.firstSeenAtMs.at(slot));
    }
  }

  subject(kind: AlarmedKind | 'cluster', id: number): AlarmSubjectNow {
    const none = { namespace: null, nodeId: null, nodeName: null, ownerKind: null, ownerName: null };
    if (kind === 'cluster') return { ...none, objectId: null, objectName: this.name };
    const { node, pod } = this.#tables;
    const table = tableOf(this.#tables, kind);
    const slot = table.slotOf(id);
    const nodeSlot = kind === 'node' ? slot : kind === 'pod' ? pod.nodeSlot.get(slot) : NO_SLOT;
    const textOf = (field: string) => (table.state[field]?.get(slot) as string | null | undefined) ?? null;
    return {
      objectId: id,
      objectName: textOf('name') ?? '',
      namespace: textOf('namespace'),
      nodeId: nodeSlot === NO_SLOT ? null : node.ids.get(nodeSlot),
      nodeName: textOf(kind === 'node' ? 'name' : 'nodeName'),
      ownerKind: textOf('ownerKind'),
      ownerName: textOf('ownerName'),
    };
  }

  /** An agent that sends only samples does not count, unless no agent ever sent inventory. */
  #silentMin(startedMs: number): number {
    const { agents, lastInventoryMs } = this.#cluster;
    let contactMs = lastInventoryMs;
    if (Number.isNaN(contactMs)) {
      for (const { lastBatchAtMs } of agents.values())
        if (!(contactMs >= lastBatchAtMs)) contactMs = lastBatchAtMs;
    }
    return (this.#nowMs - Math.max(contactMs, startedMs)) / MINUTE_MS;
  }
}

/** Increases whenever an object is added, removed or written again. */
function versionOf(tables: LiveTables): number {
  let sum = 0;
  for (const kind of liveKinds) sum += tables[kind].version;
  return sum;
}

function percent(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : Number.NaN;
}

function refs({ strings }: LiveTables, texts: readonly string[]): ReadonlySet<number> {
  return new Set(texts.map((text) => strings.find(text)).filter((ref) => ref !== 0));
}
