import { NO_SLOT } from '../columns/table.ts';
import type { LiveTables } from './live-tables.ts';

/** Objects of one cluster by text refs. */
export interface ObjectCounts {
  readonly podsOfNamespaces: ReadonlyMap<number, number>;
  readonly workloadsOfNamespaces: ReadonlyMap<number, number>;
  /** By namespace, kind and name of the owner. */
  readonly podsOfOwners: ReadonlyMap<string, number>;
  readonly quotasOfNamespaces: ReadonlyMap<number, QuotaCount>;
}

interface QuotaCount {
  cnt: number;
  /** The slot of the quota with the highest use. */
  fullest: number;
}

/** Pods, workloads and quotas of each namespace, and pods of each workload of a cluster. */
export function countObjects({ pod, workload, quota }: LiveTables, cluster: number): ObjectCounts {
  const podsOfNamespaces = new Map<number, number>();
  const podsOfOwners = new Map<string, number>();
  const workloadsOfNamespaces = new Map<number, number>();
  const { namespace, ownerKind, ownerName } = pod.state;
  for (let slot = pod.first(cluster); slot !== NO_SLOT; slot = pod.next(slot)) {
    if (!pod.isAlive(slot)) continue;
    add(podsOfNamespaces, namespace.at(slot));
    if (ownerName.at(slot) !== 0)
      add(podsOfOwners, `${namespace.at(slot)}/${ownerKind.at(slot)}/${ownerName.at(slot)}`);
  }
  for (let slot = workload.first(cluster); slot !== NO_SLOT; slot = workload.next(slot)) {
    if (workload.isAlive(slot)) add(workloadsOfNamespaces, workload.state.namespace.at(slot));
  }
  const quotasOfNamespaces = new Map<number, QuotaCount>();
  for (let slot = quota.first(cluster); slot !== NO_SLOT; slot = quota.next(slot)) {
    if (!quota.isAlive(slot)) continue;
    const { usedPercent } = quota.state;
    const known = quotasOfNamespaces.get(quota.state.namespace.at(slot));
    if (known === undefined)
      quotasOfNamespaces.set(quota.state.namespace.at(slot), { cnt: 1, fullest: slot });
    else {
      known.cnt++;
      if (!(usedPercent.at(slot) <= usedPercent.at(known.fullest))) known.fullest = slot;
    }
  }
  return { podsOfNamespaces, podsOfOwners, workloadsOfNamespaces, quotasOfNamespaces };
}

function add<Key>(cnts: Map<Key, number>, key: Key): void {
  cnts.set(key, (cnts.get(key) ?? 0) + 1);
}
