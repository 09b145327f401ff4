import type { LiveTables } from './live-tables.ts';

/** Pods and workloads of each namespace, pods of each workload; by cluster index and text refs. */
export function countObjects({ pod, workload }: LiveTables) {
  const podsOfNamespaces = new Map<string, number>();
  const podsOfOwners = new Map<string, number>();
  const workloadsOfNamespaces = new Map<string, number>();
  const { namespace, ownerKind, ownerName } = pod.state;
  for (let slot = 0; slot < pod.end; slot++) {
    if (pod.ids.at(slot) === 0 || !pod.isAlive(slot)) continue;
    const inNamespace = `${pod.cluster.at(slot)}/${namespace.at(slot)}`;
    add(podsOfNamespaces, inNamespace);
    if (ownerName.at(slot) !== 0)
      add(podsOfOwners, `${inNamespace}/${ownerKind.at(slot)}/${ownerName.at(slot)}`);
  }
  for (let slot = 0; slot < workload.end; slot++) {
    if (workload.ids.at(slot) === 0 || !workload.isAlive(slot)) continue;
    add(workloadsOfNamespaces, `${workload.cluster.at(slot)}/${workload.state.namespace.at(slot)}`);
  }
  return { podsOfNamespaces, podsOfOwners, workloadsOfNamespaces };
}

function add(cnts: Map<string, number>, key: string): void {
  cnts.set(key, (cnts.get(key) ?? 0) + 1);
}
