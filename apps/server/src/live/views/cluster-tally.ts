import {
  type MonResult,
  monResults,
  nodeConditions,
  podPhases,
} from '@gwanje/contract/objects/object-states';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster } from '../tables/clusters.ts';
import { type DerivedState, isHoldingResources } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { aliveBlocks, BLOCK_CNT } from '../tables/slots.ts';

/** A sum with unknown parts; null only when all parts are unknown. */
class Known {
  sum: number | null = null;

  add(value: number): void {
    if (!Number.isNaN(value)) this.sum = (this.sum ?? 0) + value;
  }
}

const RUNNING = podPhases.indexOf('Running');
const SUCCEEDED = podPhases.indexOf('Succeeded');

class Amounts {
  readonly used = new Known();
  /** Of the pods that have a node. */
  request = 0;
  /** Requests of the pods that wait for a node. */
  waitingRequest = 0;
  limit = 0;
  allocatable = 0;
  capacity = 0;
}

/**
 * Nodes that should send statistics, and those that are ready and send none. A node that is not ready cannot
 * send any, and has its own alarm. `sinceMs` and `latestMs`: since when the first and the last of them lack.
 */
export function countStatistics(cluster: Cluster, derived: DerivedState) {
  const { node } = derived.tables;
  const counted = { awaitedCnt: 0, missingCnt: 0, sinceMs: Number.NaN, latestMs: Number.NaN };
  eachOf(node, cluster, (slot) => {
    const sampleAtMs = derived.nodeSamples.at(slot);
    if (Number.isNaN(sampleAtMs) || node.isMonitored.at(slot) === 0) return;
    counted.awaitedCnt++;
    const isReady = isReadyCondition(node.state.condition.get(slot));
    if (!isReady || derived.isOld(cluster.index, sampleAtMs) === 0) return;
    counted.missingCnt++;
    if (!(counted.sinceMs < sampleAtMs)) counted.sinceMs = sampleAtMs;
    if (!(counted.latestMs > sampleAtMs)) counted.latestMs = sampleAtMs;
  });
  return counted;
}

/** The counts of one instant. */
export function tallyOf(cluster: Cluster, derived: DerivedState): ClusterTally {
  const tally = new ClusterTally();
  for (const steps = tally.count(cluster, derived); !steps.next().done; );
  return tally;
}

const results = new Float64Array(BLOCK_CNT);

/**
 * All counts and sums of one cluster, from one pass per kind over its objects. Amounts exclude virtual nodes
 * and their pods, because the capacity of a virtual node is not real. A cluster with only virtual nodes
 * includes them.
 */
export class ClusterTally {
  readonly cpuCores = new Amounts();
  readonly memBytes = new Amounts();
  readonly fsUsedBytes = new Known();
  readonly fsCapacityBytes = new Known();
  readonly netRxBps = new Known();
  readonly netTxBps = new Known();
  readonly pvUsedBytes = new Known();
  readonly byCondition = new Int32Array(nodeConditions.length);
  readonly byPhase = new Int32Array(podPhases.length);
  readonly byStatus = new Map<number, number>();
  /** Pods in the namespace kube-system. */
  systemPodCnt = 0;
  systemPodReadyCnt = 0;
  nodeCnt = 0;
  /** Nodes that are excluded from the amounts. */
  virtualNodeCnt = 0;
  podCapacity = 0;
  podCnt = 0;
  /** Pods that are on a node and have not ended. */
  podPlacedCnt = 0;
  /** Pods that wait for a node. */
  podWaitingCnt = 0;
  containerCnt = 0;
  restartCnt = 0;
  namespaceCnt = 0;
  readonly volume = { cnt: 0, unboundCnt: 0, capacityBytes: 0 };
  /** Capacity of the volumes whose usage is known. */
  pvMeasuredBytes = 0;
  readonly claim = { cnt: 0, pendingCnt: 0, lostCnt: 0 };
  /** Objects by state: indexes are those of `monResults`. */
  readonly nodeResults = new Int32Array(monResults.length);
  readonly podResults = new Int32Array(monResults.length);
  readonly #diskResults = new Int32Array(monResults.length);

  /** Counts in steps of about a millisecond. The caller may yield to other requests between two steps. */
  *count(cluster: Cluster, derived: DerivedState): Generator<void, void, undefined> {
    const { tables } = derived;
    this.#addNodes(cluster, derived);
    for (const slots of aliveBlocks(tables, tables.pod, cluster)) {
      this.#addPods(slots, derived);
      yield;
    }
    this.#addVolumes(cluster, derived);
    this.#addClaims(cluster, derived);
    this.containerCnt = tables.container.aliveCnt(cluster.index);
    this.namespaceCnt = tables.namespace.aliveCnt(cluster.index);
  }

  /** The worst state of its objects; normal when there are none. */
  get worst(): MonResult {
    const cnts = [this.nodeResults, this.podResults, this.#diskResults];
    return monResults.find((_, index) => cnts.some((cnt) => (cnt[index] ?? 0) > 0)) ?? 'normal';
  }

  /** A node under pressure or cordoned is still ready. */
  get nodeReadyCnt(): number {
    return this.nodeCnt - this.condition('NotReady') - this.condition('Unknown');
  }

  condition(condition: (typeof nodeConditions)[number]): number {
    return this.byCondition[nodeConditions.indexOf(condition)] ?? 0;
  }

  phase(phase: (typeof podPhases)[number]): number {
    return this.byPhase[podPhases.indexOf(phase)] ?? 0;
  }

  get pvUtilizationPct(): number | null {
    const used = this.pvUsedBytes.sum;
    return used === null || this.pvMeasuredBytes <= 0 ? null : (used / this.pvMeasuredBytes) * 100;
  }

  #addNodes(cluster: Cluster, derived: DerivedState): void {
    const { node } = derived.tables;
    const { state, metrics } = node;
    eachOf(node, cluster, (slot) => {
      this.nodeCnt++;
      if (state.isVirtual.get(slot)) this.virtualNodeCnt++;
    });
    if (this.virtualNodeCnt === this.nodeCnt) this.virtualNodeCnt = 0;
    eachOf(node, cluster, (slot) => {
      count(this.byCondition, state.condition.at(slot));
      count(this.nodeResults, derived.monResult(node, slot, derived.nodeSamples.at(slot)));
      if (this.#isLeftOut(node, slot)) return;
      this.cpuCores.allocatable += Math.max(0, state.cpuAllocatableCores.at(slot));
      this.cpuCores.capacity += Math.max(0, state.cpuCapacityCores.at(slot));
      this.memBytes.allocatable += Math.max(0, state.memAllocatableBytes.at(slot));
      this.memBytes.capacity += Math.max(0, state.memCapacityBytes.at(slot));
      this.podCapacity += Math.max(0, state.podCapacity.at(slot));
      // The last values of a silent node are not current.
      if (derived.isOld(cluster.index, node.dataAtMs.at(slot)) === 1) return;
      this.cpuCores.used.add(metrics.cpuUsedCores.at(slot));
      this.memBytes.used.add(metrics.memUsedBytes.at(slot));
      this.fsUsedBytes.add(metrics.fsUsedBytes.at(slot));
      this.fsCapacityBytes.add(metrics.fsCapacityBytes.at(slot));
      this.netRxBps.add(metrics.netRxBps.at(slot));
      this.netTxBps.add(metrics.netTxBps.at(slot));
    });
  }

  /** One loop over the columns: a cluster may have half a million pods. */
  #addPods(slots: Int32Array, derived: DerivedState): void {
    const { pod, node, strings } = derived.tables;
    const { state } = pod;
    const { values: phaseOf } = state.phase;
    const { values: statusOf } = state.status;
    const { values: nodeOf } = pod.nodeSlot;
    const systemRef = strings.find('kube-system');
    derived.collectMonResults(results, slots, pod, derived.podSamples);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const phase = phaseOf[slot] ?? 0;
      const statusRef = statusOf[slot] ?? NO_TEXT;
      count(this.byPhase, phase);
      this.byStatus.set(statusRef, (this.byStatus.get(statusRef) ?? 0) + 1);
      this.restartCnt += state.restartCnt.at(slot);
      count(this.podResults, results[at] ?? 0);
      if (systemRef !== NO_TEXT && state.namespace.at(slot) === systemRef) {
        const isReady = phase === RUNNING && state.readyCnt.at(slot) === state.containerCnt.at(slot);
        this.systemPodCnt++;
        if (isReady || phase === SUCCEEDED) this.systemPodReadyCnt++;
      }
      if (!isHoldingResources(phase) || this.#isLeftOut(node, nodeOf[slot] ?? NO_SLOT)) continue;
      const cpuRequestCores = Math.max(0, state.cpuRequestCores.at(slot));
      const memRequestBytes = Math.max(0, state.memRequestBytes.at(slot));
      if (state.nodeName.at(slot) === NO_TEXT) {
        this.podWaitingCnt++;
        this.cpuCores.waitingRequest += cpuRequestCores;
        this.memBytes.waitingRequest += memRequestBytes;
        continue;
      }
      this.podPlacedCnt++;
      this.cpuCores.request += cpuRequestCores;
      this.cpuCores.limit += Math.max(0, state.cpuLimitSumCores.at(slot));
      this.memBytes.request += memRequestBytes;
      this.memBytes.limit += Math.max(0, state.memLimitSumBytes.at(slot));
    }
    this.podCnt += slots.length;
  }

  #addVolumes(cluster: Cluster, derived: DerivedState): void {
    const { volume, claim } = derived.tables;
    const { claimOfVolume } = derived.linksOf(cluster.index);
    eachOf(volume, cluster, (slot) => {
      const capacityBytes = Math.max(0, volume.state.capacityBytes.at(slot));
      this.volume.cnt++;
      this.volume.capacityBytes += capacityBytes;
      if (volume.state.phase.get(slot) !== 'Bound') this.volume.unboundCnt++;
      count(this.#diskResults, derived.monResult(volume, slot, Number.NaN));
      const claimSlot = claimOfVolume.get(slot) ?? NO_SLOT;
      const usedBytes = claim.metrics.usedBytes.at(claimSlot);
      this.pvUsedBytes.add(usedBytes);
      if (!Number.isNaN(usedBytes)) this.pvMeasuredBytes += capacityBytes;
    });
  }

  #addClaims(cluster: Cluster, derived: DerivedState): void {
    const { claim } = derived.tables;
    eachOf(claim, cluster, (slot) => {
      const phase = claim.state.phase.get(slot);
      this.claim.cnt++;
      if (phase === 'Pending') this.claim.pendingCnt++;
      if (phase === 'Lost') this.claim.lostCnt++;
      count(this.#diskResults, derived.monResult(claim, slot, Number.NaN));
    });
  }

  #isLeftOut({ state }: LiveTables['node'], nodeSlot: number): boolean {
    return this.virtualNodeCnt > 0 && nodeSlot !== NO_SLOT && state.isVirtual.get(nodeSlot);
  }
}

/** Visits existing objects only. Deleted ones count nowhere. */
export function eachOf(table: Table, { index }: Cluster, visit: (slot: number) => void): void {
  for (let slot = table.first(index); slot !== NO_SLOT; slot = table.next(slot)) {
    if (table.isAlive(slot)) visit(slot);
  }
}

function count(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
