import { mix, unit } from '../core/random.ts';
import type { PodRecord } from '../kinds/object/records.ts';
import { shapeOf } from './activity.ts';
import { type ContainerLoads, loadPieces } from './load-changes.ts';

export interface NetworkCounters {
  readonly rxBytes: number;
  readonly txBytes: number;
  readonly rxErrors: number;
  readonly txErrors: number;
}

export const NO_NETWORK: NetworkCounters = { rxBytes: 0, txBytes: 0, rxErrors: 0, txErrors: 0 };

export function addNetwork(a: NetworkCounters, b: NetworkCounters): NetworkCounters {
  return {
    rxBytes: a.rxBytes + b.rxBytes,
    txBytes: a.txBytes + b.txBytes,
    rxErrors: a.rxErrors + b.rxErrors,
    txErrors: a.txErrors + b.txErrors,
  };
}

/** Counted since the start of the pod's sandbox. A container restart does not reset it. */
export function podNetwork(
  seed: number,
  pod: PodRecord,
  loads: ContainerLoads,
  atSec: number,
): NetworkCounters {
  // The first container's shape, so that traffic and work rise and fall together.
  const own = mix(seed ^ 0x51ab, pod.id * 8);
  const changes = loads.of(pod.id, 0);
  let traffic = 0;
  let errorCnt = 0;
  for (const { change, work, seconds } of loadPieces(shapeOf(own), changes, pod.startedSec, atSec)) {
    traffic += work * change.networkFactor;
    errorCnt += seconds * change.networkErrorsPerSec;
  }
  const errors = Math.floor(errorCnt);
  return {
    rxBytes: Math.floor((300 + 400_000 * unit(own, 21) ** 4) * traffic),
    txBytes: Math.floor((300 + 600_000 * unit(own, 22) ** 4) * traffic),
    rxErrors: errors,
    txErrors: Math.floor(errors / 3),
  };
}

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
