import type { NetworkCounters } from './pod-load.ts';

export interface NodeTotals extends NetworkCounters {
  readonly cpuSec: number;
}

const NOTHING: NodeTotals = { cpuSec: 0, rxBytes: 0, txBytes: 0, rxErrors: 0, txErrors: 0 };

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
    return this.#nodes.get(nodeName) ?? NOTHING;
  }

  /** The pod has ended, though its object may stay for users. It is counted once, even if reported again. */
  podEnded(nodeName: string, podId: number, network: NetworkCounters): void {
    if (this.#left.has(podId)) return;
    this.#left.add(podId);
    const before = this.gone(nodeName);
    this.#nodes.set(nodeName, {
      cpuSec: before.cpuSec + this.endedRuns(podId),
      rxBytes: before.rxBytes + network.rxBytes,
      txBytes: before.txBytes + network.txBytes,
      rxErrors: before.rxErrors + network.rxErrors,
      txErrors: before.txErrors + network.txErrors,
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
