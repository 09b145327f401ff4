import { nodeConditions, podPhases } from '@gwanje/contract/objects/object-states';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster } from '../tables/clusters.ts';
import { type DerivedState, isHoldingResources, UNMONITORED } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';

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
  readonly containerCnt: number;
  restartCnt = 0;
  readonly namespaceCnt: number;
  readonly volume = { cnt: 0, unboundCnt: 0, capacityBytes: 0 };
  /** Capacity of the volumes whose usage is known. */
  pvMeasuredBytes = 0;
  readonly claim = { cnt: 0, pendingCnt: 0, lostCnt: 0 };
  /** The worst state of its objects; above all states when there are none. */
  worst = UNMONITORED + 1;

  constructor(cluster: Cluster, derived: DerivedState) {
    this.#addNodes(cluster, derived);
    this.#addPods(cluster, derived);
    this.#addVolumes(cluster, derived);
    this.#addClaims(cluster, derived);
    this.containerCnt = derived.tables.container.aliveCnt(cluster.index);
    this.namespaceCnt = derived.tables.namespace.aliveCnt(cluster.index);
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
      this.#outweigh(derived.monResult(node, slot, derived.nodeSamples.at(slot)));
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

  #addPods(cluster: Cluster, derived: DerivedState): void {
    const { pod, node, strings } = derived.tables;
    const { state } = pod;
    const systemRef = strings.find('kube-system');
    eachOf(pod, cluster, (slot) => {
      const phase = state.phase.at(slot);
      this.podCnt++;
      count(this.byPhase, phase);
      const statusRef = state.status.at(slot);
      this.byStatus.set(statusRef, (this.byStatus.get(statusRef) ?? 0) + 1);
      this.restartCnt += state.restartCnt.at(slot);
      this.#outweigh(derived.podMonResult(slot));
      if (systemRef !== 0 && state.namespace.at(slot) === systemRef) {
        const isReady = phase === RUNNING && state.readyCnt.at(slot) === state.containerCnt.at(slot);
        this.systemPodCnt++;
        if (isReady || phase === SUCCEEDED) this.systemPodReadyCnt++;
      }
      if (!isHoldingResources(phase) || this.#isLeftOut(node, pod.nodeSlot.at(slot))) return;
      const cpuRequestCores = Math.max(0, state.cpuRequestCores.at(slot));
      const memRequestBytes = Math.max(0, state.memRequestBytes.at(slot));
      if (state.nodeName.at(slot) === NO_TEXT) {
        this.podWaitingCnt++;
        this.cpuCores.waitingRequest += cpuRequestCores;
        this.memBytes.waitingRequest += memRequestBytes;
        return;
      }
      this.podPlacedCnt++;
      this.cpuCores.request += cpuRequestCores;
      this.cpuCores.limit += Math.max(0, state.cpuLimitSumCores.at(slot));
      this.memBytes.request += memRequestBytes;
      this.memBytes.limit += Math.max(0, state.memLimitSumBytes.at(slot));
    });
  }

  #addVolumes(cluster: Cluster, derived: DerivedState): void {
    const { volume, claim } = derived.tables;
    const { claimOfVolume } = derived.linksOf(cluster.index);
    eachOf(volume, cluster, (slot) => {
      const capacityBytes = Math.max(0, volume.state.capacityBytes.at(slot));
      this.volume.cnt++;
      this.volume.capacityBytes += capacityBytes;
      if (volume.state.phase.get(slot) !== 'Bound') this.volume.unboundCnt++;
      this.#outweigh(derived.monResult(volume, slot, Number.NaN));
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
      this.#outweigh(derived.monResult(claim, slot, Number.NaN));
    });
  }

  #isLeftOut({ state }: LiveTables['node'], nodeSlot: number): boolean {
    return this.virtualNodeCnt > 0 && nodeSlot !== NO_SLOT && state.isVirtual.get(nodeSlot);
  }

  #outweigh(monResult: number): void {
    if (monResult < this.worst) this.worst = monResult;
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
