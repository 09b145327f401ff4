import type { AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import type { ClusterFacts } from '@gwanje/kinds/cluster/facts';
import { kinds, liveKinds, sourceOf } from '@gwanje/kinds/registry';
import { type AlarmedKind, alarmedKinds, type FactsOf } from '@gwanje/kinds/state/facts';
import { NO_SLOT } from '../columns/table.ts';
import { percent } from '../query/readers.ts';
import { type Cluster, stateAtMs } from '../tables/clusters.ts';
import { DerivedState, STALE_MS } from '../tables/derived-state.ts';
import { type AnyTable, type LiveTables, tableOf } from '../tables/live-tables.ts';
import { type AlarmedObject, factsOf } from './alarm-facts.ts';
import { BlockedDrains } from './blocked-drains.ts';
import { countStatistics, tallyOf } from './cluster-tally.ts';
import { JobOutcomes } from './job-outcomes.ts';

const MINUTE_MS = 60_000;

export interface RestartCounts {
  /** Number of restarts of a pod in the last `windowMin` minutes. */
  within(podId: number, windowMin: number): number;
}

export interface ServerGrace {
  /** True: the server ran too little since this contact, so the silence of the agents says nothing. */
  isGrace(contactMs: number, nowMs: number): boolean;
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

/** A state that is read from the columns of a table, at the slot of `object`. */
class StateView {
  readonly stores: AnyTable['state'][string][];
  readonly object: { readonly slot: number };

  constructor(stores: AnyTable['state'], object: { readonly slot: number }) {
    this.stores = Object.values(stores);
    this.object = object;
  }
}

const stateViews = new Map(alarmedKinds.map((kind) => [kind, stateViewClass(kind)]));

function stateViewClass(kind: AlarmedKind): typeof StateView {
  class View extends StateView {}
  for (const [index, field] of Object.keys(kinds[kind].fields).entries())
    Object.defineProperty(View.prototype, field, {
      get(this: View) {
        return this.stores[index]?.get(this.object.slot);
      },
    });
  return View;
}

/** One object at a time, selected by its slot. One instance is reused for all 100,000 objects. */
class LiveObject<Kind extends AlarmedKind> implements AlarmedObject<Kind> {
  slot = NO_SLOT;
  readonly nowMs: number;
  readonly state: AlarmedObject<Kind>['state'];
  readonly #tables: LiveTables;
  readonly #table: AnyTable;
  readonly #restarts: RestartCounts;
  readonly #jobs: JobOutcomes;
  readonly #drains: BlockedDrains;

  constructor(
    tables: LiveTables,
    kind: Kind,
    nowMs: number,
    { restarts, jobs, drains }: { restarts: RestartCounts; jobs: JobOutcomes; drains: BlockedDrains },
  ) {
    this.nowMs = nowMs;
    this.#tables = tables;
    this.#table = tableOf(tables, kind);
    this.#restarts = restarts;
    this.#jobs = jobs;
    this.#drains = drains;
    const View = stateViews.get(kind) ?? StateView;
    // The view has a getter for each field of the kind's state.
    this.state = new View(this.#table.state, this) as unknown as AlarmedObject<Kind>['state'];
  }

  get createdMs(): number {
    const bornMs = this.#table.createdAtMs.at(this.slot);
    return Number.isNaN(bornMs) ? this.#table.firstSeenAtMs.at(this.slot) : bornMs;
  }

  get isSuperseded(): boolean {
    return this.#table === this.#tables.pod
      ? this.#jobs.isSuperseded(this.slot, this.createdMs)
      : this.#jobs.isJobSuperseded(this.slot, this.createdMs);
  }

  get isBlockingDrain(): boolean {
    return this.#drains.isBlockedBy(this.slot);
  }

  get daysUntilFull(): number {
    return this.#tables.claim.daysUntilFull.at(this.slot);
  }

  measured(metric: string): number {
    if (!(this.nowMs - this.#table.dataAtMs.at(this.slot) < STALE_MS)) return Number.NaN;
    return this.#table.metrics[metric]?.at(this.slot) ?? Number.NaN;
  }

  readonly restartsWithin = (windowMin: number): number =>
    this.#restarts.within(this.#tables.pod.ids.at(this.slot), windowMin);

  hasContainer(reasons: readonly string[]): boolean {
    const { pod, container } = this.#tables;
    for (let at = pod.firstContainer.at(this.slot); at !== NO_SLOT; at = container.nextOfPod.at(at)) {
      const reason = container.state.stateReason.get(at);
      if (reason !== null && reasons.includes(reason)) return true;
    }
    return false;
  }
}

/** The facts of one object at a time: of the object at the slot of `object`. */
export interface FactsView<Target extends AlarmTarget> {
  readonly facts: FactsOf[Target];
  readonly object: { slot: number };
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
  readonly #views = new Map<AlarmedKind, FactsView<AlarmedKind>>();
  readonly #objects = new Map<AlarmedKind, AlarmedObjects>();
  readonly #tables: LiveTables;
  readonly #cluster: Cluster;
  readonly #nowMs: number;
  readonly #restarts: RestartCounts;
  readonly #version: number;
  readonly #jobs: JobOutcomes;
  readonly #drains: BlockedDrains;

  constructor(tables: LiveTables, cluster: Cluster, nowMs: number, restarts: RestartCounts) {
    this.#tables = tables;
    this.#cluster = cluster;
    this.#nowMs = nowMs;
    this.#version = versionOf(tables, cluster);
    this.#jobs = new JobOutcomes(tables, cluster);
    this.#drains = new BlockedDrains(tables, cluster);
    this.hasRecentData = nowMs - cluster.lastBatchAtMs < STALE_MS;
    this.hasRecentState = nowMs - stateAtMs(cluster) < STALE_MS;
    this.#restarts = restarts;
  }

  get name(): string {
    return this.#cluster.name;
  }

  /** Whether no object of the cluster has changed since this snapshot was made. Metric values may be newer. */
  get isCurrent(): boolean {
    return versionOf(this.#tables, this.#cluster) === this.#version;
  }

  /** False: neither the cluster nor its objects raise alarms. */
  get isMonitored(): boolean {
    return this.#cluster.isMonitored;
  }

  /** Time of the state. Data that the agent sends late has a state long before now. */
  get stateMs(): number {
    return Math.min(this.#nowMs, stateAtMs(this.#cluster));
  }

  clusterFacts(server: ServerGrace): ClusterFacts {
    const derived = new DerivedState(this.#tables, this.#nowMs);
    const tally = tallyOf(this.#cluster, derived);
    const statistics = countStatistics(this.#cluster, derived);
    const { cpuCores, memBytes } = tally;
    const known = (value: number | null) => value ?? Number.NaN;
    return {
      silentMin: this.#silentMin(server),
      isApiReachable: this.#cluster.facts?.isApiReachable ?? null,
      nodeNotReadyCnt: tally.nodeCnt - tally.nodeReadyCnt,
      podPendingCnt: tally.phase('Pending'),
      statisticsMissingPct: statisticsMissingPct(statistics, server, this.#nowMs),
      cpuUsedPct: percent(known(cpuCores.used.sum), cpuCores.allocatable),
      memUsedPct: percent(known(memBytes.used.sum), memBytes.allocatable),
      cpuRequestPct: percent(cpuCores.request, cpuCores.allocatable),
      memRequestPct: percent(memBytes.request, memBytes.allocatable),
      pvUtilizationPct: known(tally.pvUtilizationPct),
      pvUnboundCnt: tally.volume.unboundCnt,
    };
  }

  /** True: the owner is a cron job, and none of its runs since then has succeeded. */
  isCronJobFailing(ownerKey: string, sinceMs: number): boolean {
    return this.#jobs.isCronJob(ownerKey) && !this.#jobs.hasSucceededSince(ownerKey, sinceMs);
  }

  facts<Kind extends AlarmedKind>(kind: Kind): FactsView<Kind> {
    const known = this.#views.get(kind);
    // The view of a kind has the facts of that kind.
    if (known) return known as FactsView<Kind>;
    const object = new LiveObject(this.#tables, kind, this.#nowMs, {
      restarts: this.#restarts,
      jobs: this.#jobs,
      drains: this.#drains,
    });
    const view: FactsView<Kind> = { facts: factsOf(kind, object), object };
    this.#views.set(kind, view);
    return view;
  }

  /** The existing objects as columns; one for the cluster itself. Every alarm item iterates over them. */
  objects(kind: AlarmTarget): AlarmedObjects {
    if (kind === 'cluster')
      return {
        slots: Int32Array.of(0),
        ids: Int32Array.of(0),
        isMonitored: Uint8Array.of(this.isMonitored ? 1 : 0),
      };
    const known = this.#objects.get(kind);
    if (known) return known;
    const table = this.#tables[kind];
    const found = new Int32Array(table.aliveCnt(this.#cluster.index));
    let cnt = 0;
    for (let slot = table.first(this.#cluster.index); slot !== NO_SLOT; slot = table.next(slot))
      if (table.isAlive(slot)) found[cnt++] = slot;
    // In memory order of the columns.
    const slots = found.subarray(0, cnt).sort();
    const objects = { slots, ids: new Int32Array(cnt), isMonitored: new Uint8Array(cnt) };
    for (let at = 0; at < cnt; at++) {
      const slot = slots[at] ?? NO_SLOT;
      objects.ids[at] = table.ids.at(slot);
      objects.isMonitored[at] = this.isMonitored ? table.isMonitored.at(slot) : 0;
    }
    this.#objects.set(kind, objects);
    return objects;
  }

  /**
   * The restarts of each pod: the sum over all containers. The column RESTARTS leaves some out, depending on the
   * phase of the pod, so it falls and rises again. `place` stays the same as long as the pod exists.
   */
  eachRestartCount(visit: (podId: number, place: number, cnt: number, createdMs: number) => void): void {
    const { pod, container } = this.#tables;
    const { slots, ids } = this.objects('pod');
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? NO_SLOT;
      let cnt = 0;
      for (let one = pod.firstContainer.at(slot); one !== NO_SLOT; one = container.nextOfPod.at(one))
        cnt += container.state.restartCnt.at(one);
      visit(ids[at] ?? 0, slot, cnt, pod.createdAtMs.at(slot));
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
      ...(kind === 'workload' ? this.#ownerOfWorkload(slot) : ownerOf(textOf)),
    };
  }

  /** The owner that the agent reports for its pods: itself, or the cron job of a job. Their alarms fold by it. */
  #ownerOfWorkload(slot: number) {
    const { type, name, ownerKind, ownerName } = this.#tables.workload.state;
    const kind = ownerKind.get(slot);
    return kind === null
      ? { ownerKind: sourceOf(type.get(slot)).kubernetesKind, ownerName: name.get(slot) }
      : { ownerKind: kind, ownerName: ownerName.get(slot) };
  }

  /**
   * Counts from the last batch that arrived. NaN after a start of the server, until the agents had time to send: an
   * open alarm stays open, and a new one waits. An agent that sends only samples does not count, unless no
   * agent ever sent inventory.
   */
  #silentMin(server: ServerGrace): number {
    const { agents, lastInventoryMs } = this.#cluster;
    let contactMs = lastInventoryMs;
    if (Number.isNaN(contactMs)) {
      for (const { lastBatchAtMs } of agents.values())
        if (!(contactMs >= lastBatchAtMs)) contactMs = lastBatchAtMs;
    }
    return server.isGrace(contactMs, this.#nowMs) ? Number.NaN : (this.#nowMs - contactMs) / MINUTE_MS;
  }
}

function ownerOf(textOf: (field: string) => string | null) {
  return { ownerKind: textOf('ownerKind'), ownerName: textOf('ownerName') };
}

/** NaN: no node should send statistics, or the server was away and cannot know yet. */
function statisticsMissingPct(
  { missingCnt, awaitedCnt, latestMs }: ReturnType<typeof countStatistics>,
  server: ServerGrace,
  nowMs: number,
): number {
  if (missingCnt > 0 && server.isGrace(latestMs, nowMs)) return Number.NaN;
  return percent(missingCnt, awaitedCnt);
}

/** Increases whenever an object of the cluster is added, removed or written again. */
function versionOf(tables: LiveTables, { index }: Cluster): number {
  let sum = 0;
  for (const kind of liveKinds) sum += tables[kind].versionOf(index);
  return sum;
}
