import type { NodeRecord, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, statusOf } from './pods.ts';

/** Taints of a node with problems. Daemon pods tolerate all of them. */
const TOLERATED = /^node\.kubernetes\.io\//;

function runsOn(set: WorkloadRecord, node: NodeRecord): boolean {
  if (node.machine.isVirtual) return false;
  return set.template.toleratesTaints || node.taints.every((taint) => TOLERATED.test(taint.key));
}

/** Keeps one pod on each node. */
export function reconcileDaemonSet(cluster: Cluster, key: string): void {
  const set = cluster.store.daemonsets.get(key);
  if (!set) return;
  const taken = new Set<string>();
  for (const pod of cluster.indexes.podsOf(set.id)) {
    if (pod.phase === 'Failed') deletePod(cluster, keyOf(pod));
    else taken.add(pod.wantedNode);
  }
  const nodes = [...cluster.store.nodes.values()].filter((node) => runsOn(set, node));
  for (const { name } of nodes) {
    if (!taken.has(name)) createPod(cluster, 'DaemonSet', set, { wantedNode: name });
  }
  cluster.store.daemonsets.updateIfChanged(key, { replicas: nodes.length, status: statusOf(cluster, set) });
}
