import { addNetwork, type NetworkCounters, NO_NETWORK } from './pod-load.ts';

interface NodeTotals {
  readonly cpuSec: number;
  readonly network: NetworkCounters;
}

/** The counters of removed containers and pods: the counters of their pod and node never fall. */
export class Ledger {
  readonly #ended = new Map<number, number>();
  readonly #nodes = new Map<string, NodeTotals>();
  /** Pods that have ended and whose objects still exist. */
  readonly #left = new Set<number>();

  /** CPU seconds of a pod's ended container runs. */
  endedRuns(podId: number): number {
    return this.#ended.get(podId) ?? 0;
  }

  runEnded(podId: number, cpuSec: number): void {
    this.#ended.set(podId, this.endedRuns(podId) + cpuSec);
  }

  gone(nodeName: string): NodeTotals {
    return this.#nodes.get(nodeName) ?? { cpuSec: 0, network: NO_NETWORK };
  }

  /** The pod has ended, though its object may stay for users. It is counted once, even if reported again. */
  podEnded(nodeName: string, podId: number, network: NetworkCounters): void {
    if (this.#left.has(podId)) return;
    this.#left.add(podId);
    const before = this.gone(nodeName);
    this.#nodes.set(nodeName, {
      cpuSec: before.cpuSec + this.endedRuns(podId),
      network: addNetwork(before.network, network),
    });
    this.#ended.delete(podId);
  }

  podRemoved(podId: number): void {
    this.#left.delete(podId);
  }

  /** A replaced machine counts from zero. */
  nodeGone(nodeName: string): void {
    this.#nodes.delete(nodeName);
  }
}
