import { monResults, podPhases } from '@gwanje/contract/objects/object-states';
import { reusedInts, reusedNumbers } from '../columns/reused-array.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import { stateAtMs } from './clusters.ts';
import type { LiveTables } from './live-tables.ts';
import { countObjects, type ObjectCounts } from './object-counts.ts';
import { type SampleTimes, sampleTimesOf } from './sample-times.ts';
import { linkVolumes, type VolumeLinks } from './volume-links.ts';

/** Data of this age is stale. */
export const STALE_MS = 5 * 60_000;

const CRITICAL = monResults.indexOf('critical');
const WARNING = monResults.indexOf('warning');
const STALE = monResults.indexOf('stale');
export const NORMAL = monResults.indexOf('normal');
export const UNMONITORED = monResults.indexOf('unmonitored');

const SUCCEEDED = podPhases.indexOf('Succeeded');
const FAILED = podPhases.indexOf('Failed');

/** Values of a node that are computed from its pods, by node slot. */
export interface NodeSums {
  readonly podCnt: Float64Array;
  readonly cpuRequestCores: Float64Array;
  readonly cpuLimitCores: Float64Array;
  readonly memRequestBytes: Float64Array;
  readonly memLimitBytes: Float64Array;
}

/** Values derived from the tables for one request at `nowMs`. Each is computed once, when first needed. */
export class DerivedState {
  readonly tables: LiveTables;
  readonly nowMs: number;
  readonly nodeSamples: SampleTimes;
  readonly podSamples: SampleTimes;
  #statesAtMs: Float64Array | undefined;
  #unwatched: Uint8Array | undefined;
  #nodeSums: NodeSums | undefined;
  #worstOfPods: Uint8Array | undefined;
  /** Clusters whose nodes are in `#nodeSums`, and in `#worstOfPods`. */
  readonly #summed = new Set<number>();
  readonly #compared = new Set<number>();
  readonly #counts = new Map<number, ObjectCounts>();
  readonly #services = new Map<number, ReadonlyMap<string, number>>();

  constructor(tables: LiveTables, nowMs: number) {
    this.tables = tables;
    this.nowMs = nowMs;
    this.nodeSamples = sampleTimesOf(tables, 'node');
    this.podSamples = sampleTimesOf(tables, 'pod');
  }

  /** The volumes and claims of the cluster are linked when this returns. */
  linksOf(cluster: number): VolumeLinks {
    return linkVolumes(this.tables, cluster);
  }

  countsOf(cluster: number): ObjectCounts {
    const known = this.#counts.get(cluster);
    if (known !== undefined) return known;
    const counts = countObjects(this.tables, cluster);
    this.#counts.set(cluster, counts);
    return counts;
  }

  /** The slots of the services of a cluster, by the text ref of the namespace and the name. */
  servicesOf(cluster: number): ReadonlyMap<string, number> {
    const known = this.#services.get(cluster);
    if (known !== undefined) return known;
    const { service } = this.tables;
    const services = new Map<string, number>();
    for (let slot = service.first(cluster); slot !== NO_SLOT; slot = service.next(slot))
      if (service.isAlive(slot))
        services.set(`${service.state.namespace.at(slot)}/${service.state.name.get(slot)}`, slot);
    this.#services.set(cluster, services);
    return services;
  }

  /** The sums of the node and of all other nodes of its cluster. */
  nodeSumsOf(nodeSlot: number): NodeSums {
    this.#nodeSums ??= emptySums(this.tables.node.end);
    const cluster = this.tables.node.cluster.get(nodeSlot);
    if (!this.#summed.has(cluster)) sumNodes(this.tables.pod, cluster, this.#nodeSums);
    this.#summed.add(cluster);
    return this.#nodeSums;
  }

  /** The worst state of the node's pods, as an index into `monResults`. */
  worstOfPods(nodeSlot: number): number {
    this.#worstOfPods ??= new Uint8Array(this.tables.node.end).fill(UNMONITORED + 1);
    const cluster = this.tables.node.cluster.get(nodeSlot);
    if (!this.#compared.has(cluster)) this.#comparePods(cluster, this.#worstOfPods);
    this.#compared.add(cluster);
    const worst = this.#worstOfPods[nodeSlot] ?? 0;
    return worst > UNMONITORED ? NORMAL : worst;
  }

  /** 1 when the data is stale. With `atMs` NaN the time of the cluster's states decides. */
  isOld(cluster: number, atMs: number): 0 | 1 {
    const basisMs = Number.isNaN(atMs) ? (this.#statesAt[cluster] ?? Number.NaN) : atMs;
    // A cluster that never sent data is stale too.
    return this.nowMs - basisMs < STALE_MS ? 0 : 1;
  }

  /** `sampleAtMs` NaN: no samples are expected. */
  isStale(table: Table, slot: number, sampleAtMs: number): 0 | 1 {
    return table.isAlive(slot) ? this.isOld(table.cluster.get(slot), sampleAtMs) : 0;
  }

  /** The agent sends an object only when it changes, but sees it at every contact until its deletion. */
  lastSeenMs(table: Table, slot: number): number {
    const ownMs = table.lastSeenAtMs.at(slot);
    const statesAtMs = this.#statesAt[table.cluster.get(slot)] ?? Number.NaN;
    return table.isAlive(slot) && statesAtMs > ownMs ? statesAtMs : ownMs;
  }

  collectLastSeen(into: Float64Array, slots: Int32Array, table: Table): void {
    const statesAt = this.#statesAt;
    const { values: lastSeenAt } = table.lastSeenAtMs;
    const { values: deletedAt } = table.deletedAtMs;
    const { values: clusterOf } = table.cluster;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const ownMs = lastSeenAt[slot] ?? Number.NaN;
      const statesAtMs = statesAt[clusterOf[slot] ?? NO_SLOT] ?? Number.NaN;
      into[at] = Number.isNaN(deletedAt[slot]) && statesAtMs > ownMs ? statesAtMs : ownMs;
    }
  }

  /** 1 for clusters that are not monitored, by cluster index. */
  get unwatchedClusters(): Uint8Array {
    this.#unwatched ??= unwatchedOf(this.tables);
    return this.#unwatched;
  }

  /** A deleted object is unmonitored. */
  monResult(table: Table, slot: number, sampleAtMs: number): number {
    const cluster = table.cluster.get(slot);
    const isWatched =
      table.isMonitored.at(slot) === 1 && table.isAlive(slot) && this.unwatchedClusters[cluster] !== 1;
    const isStale = this.isOld(cluster, sampleAtMs) === 1;
    return monResultIndex(isWatched, table.criticalCnt.get(slot), table.warningCnt.get(slot), isStale);
  }

  collectStale(into: Float64Array, slots: Int32Array, table: Table, sampled: SampleTimes): void {
    const statesAt = this.#statesAt;
    const deletedAt = table.deletedAtMs.values;
    const clusterOf = table.cluster.values;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const deletedAtMs = deletedAt[slot] ?? Number.NaN;
      const ownMs = sampled.at(slot);
      const basisMs = Number.isNaN(ownMs) ? (statesAt[clusterOf[slot] ?? NO_SLOT] ?? Number.NaN) : ownMs;
      into[at] = !Number.isNaN(deletedAtMs) || this.nowMs - basisMs < STALE_MS ? 0 : 1;
    }
  }

  /** `monResult` of many slots in one pass over the columns. The time of samples is read only if it decides. */
  collectMonResults(into: Float64Array, slots: Int32Array, table: Table, sampled: SampleTimes): void {
    const { nowMs, unwatchedClusters: unwatched } = this;
    const statesAt = this.#statesAt;
    const { values: isMonitored } = table.isMonitored;
    const { values: deletedAt } = table.deletedAtMs;
    const { values: clusterOf } = table.cluster;
    const { values: criticalCnts } = table.criticalCnt;
    const { values: warningCnts } = table.warningCnt;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const cluster = clusterOf[slot] ?? NO_SLOT;
      const isWatched =
        isMonitored[slot] === 1 && Number.isNaN(deletedAt[slot] ?? Number.NaN) && unwatched[cluster] !== 1;
      if (!isWatched) into[at] = UNMONITORED;
      else if ((criticalCnts[slot] ?? 0) > 0) into[at] = CRITICAL;
      else if ((warningCnts[slot] ?? 0) > 0) into[at] = WARNING;
      else {
        const ownMs = sampled.at(slot);
        const basisMs = Number.isNaN(ownMs) ? (statesAt[cluster] ?? Number.NaN) : ownMs;
        into[at] = nowMs - basisMs < STALE_MS ? NORMAL : STALE;
      }
    }
  }

  get #statesAt(): Float64Array {
    this.#statesAtMs ??= statesAt(this.tables);
    return this.#statesAtMs;
  }

  #comparePods(cluster: number, worst: Uint8Array): void {
    const { pod } = this.tables;
    const slots = placedPods(pod, cluster);
    const results = resultBuffer.take(slots.length);
    this.collectMonResults(results, slots, pod, this.podSamples);
    const { values: nodeOf } = pod.nodeSlot;
    for (let at = 0; at < slots.length; at++) {
      const nodeSlot = nodeOf[slots[at] ?? 0] ?? 0;
      const monResult = results[at] ?? 0;
      if (monResult < (worst[nodeSlot] ?? 0)) worst[nodeSlot] = monResult;
    }
  }
}

const slotBuffer = reusedInts();
const resultBuffer = reusedNumbers();

/** The slots of existing pods on a node. */
function placedPods(pod: LiveTables['pod'], cluster: number): Int32Array {
  const slots = slotBuffer.take(pod.aliveCnt(cluster));
  let cnt = 0;
  for (let slot = pod.first(cluster); slot !== NO_SLOT; slot = pod.next(slot))
    if (pod.nodeSlot.get(slot) !== NO_SLOT && pod.isAlive(slot)) slots[cnt++] = slot;
  return slots.subarray(0, cnt);
}

/** One loop over the columns: a list of all nodes sums up all pods, which may be a million. */
function sumNodes(pod: LiveTables['pod'], cluster: number, sums: NodeSums): void {
  const slots = placedPods(pod, cluster);
  const { values: nodeOf } = pod.nodeSlot;
  const { values: phaseOf } = pod.state.phase;
  const { values: cpuRequests } = pod.state.cpuRequestCores;
  const { values: cpuLimits } = pod.state.cpuLimitSumCores;
  const { values: memRequests } = pod.state.memRequestBytes;
  const { values: memLimits } = pod.state.memLimitSumBytes;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if (!isHoldingResources(phaseOf[slot] ?? 0)) continue;
    const nodeSlot = nodeOf[slot] ?? 0;
    add(sums.podCnt, nodeSlot, 1);
    add(sums.cpuRequestCores, nodeSlot, cpuRequests[slot] ?? 0);
    add(sums.cpuLimitCores, nodeSlot, cpuLimits[slot] ?? 0);
    add(sums.memRequestBytes, nodeSlot, memRequests[slot] ?? 0);
    add(sums.memLimitBytes, nodeSlot, memLimits[slot] ?? 0);
  }
}

function emptySums(nodeEnd: number): NodeSums {
  return {
    podCnt: new Float64Array(nodeEnd),
    cpuRequestCores: new Float64Array(nodeEnd),
    cpuLimitCores: new Float64Array(nodeEnd),
    memRequestBytes: new Float64Array(nodeEnd),
    memLimitBytes: new Float64Array(nodeEnd),
  };
}

/** Index into `monResults`. */
export function monResultIndex(
  isWatched: boolean,
  criticalCnt: number,
  warningCnt: number,
  isStale: boolean,
): number {
  if (!isWatched) return UNMONITORED;
  if (criticalCnt > 0) return CRITICAL;
  if (warningCnt > 0) return WARNING;
  return isStale ? STALE : NORMAL;
}

/** A pod that has ended uses no resources of its node. */
export function isHoldingResources(phase: number): boolean {
  return phase !== SUCCEEDED && phase !== FAILED;
}

/** -1 means not set and adds nothing. */
function add(sums: Float64Array, at: number, amount: number): void {
  if (amount > 0) sums[at] = (sums[at] ?? 0) + amount;
}

function unwatchedOf({ clusters }: LiveTables): Uint8Array {
  const flags = new Uint8Array(clusters.end);
  for (const { index, isMonitored } of clusters.all()) flags[index] = isMonitored ? 0 : 1;
  return flags;
}

function statesAt({ clusters }: LiveTables): Float64Array {
  const times = new Float64Array(clusters.end).fill(Number.NaN);
  for (const cluster of clusters.all()) times[cluster.index] = stateAtMs(cluster);
  return times;
}
