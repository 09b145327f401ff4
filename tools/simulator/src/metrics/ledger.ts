import { addNetwork, type NetworkCounters, NO_NETWORK } from './pod-load.ts';

/** The network counters of ended pods: the counters of their node never fall. */
export class Ledger {
  readonly #nodes = new Map<string, NetworkCounters>();
  /** Pods that have ended and whose objects still exist. */
  readonly #left = new Set<number>();

  gone(nodeName: string): NetworkCounters {
    return this.#nodes.get(nodeName) ?? NO_NETWORK;
  }

  /** The pod has ended, though its object may stay for users. It is counted once, even if reported again. */
  podEnded(nodeName: string, podId: number, network: NetworkCounters): void {
    if (this.#left.has(podId)) return;
    this.#left.add(podId);
    this.#nodes.set(nodeName, addNetwork(this.gone(nodeName), network));
  }

  podRemoved(podId: number): void {
    this.#left.delete(podId);
  }

  /** A replaced machine counts from zero. */
  nodeGone(nodeName: string): void {
    this.#nodes.delete(nodeName);
  }
}
