import type { NetworkCounters } from './pod-load.ts';

export interface NodeTotals extends NetworkCounters {
  readonly cpuSec: number;
}

const NOTHING: NodeTotals = { cpuSec: 0, rxBytes: 0, txBytes: 0, rxErrors: 0, txErrors: 0 };

/** What has been counted by containers and pods that are gone: counters above them never fall. */
export class Ledger {
  readonly #ended = new Map<number, number>();
  readonly #nodes = new Map<string, NodeTotals>();

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

  podGone(nodeName: string, podId: number, network: NetworkCounters): void {
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

  /** A machine that was replaced counts from nothing. */
  nodeGone(nodeName: string): void {
    this.#nodes.delete(nodeName);
  }
}
