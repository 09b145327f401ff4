import type { DaemonSetRecord, NodeRecord, PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive } from './pods.ts';

/** Taints of a node with problems. Daemon pods tolerate all of them. */
const TOLERATED = /^node\.kubernetes\.io\//;

function runsOn(set: DaemonSetRecord, node: NodeRecord): boolean {
  if (node.machine.isVirtual) return false;
  return set.template.toleratesTaints || node.taints.every((taint) => TOLERATED.test(taint.key));
}

/** Keeps one pod on each node, and replaces them one at a time when the template changes. */
export function reconcileDaemonSet(cluster: Cluster, key: string): void {
  const set = cluster.store.daemonsets.get(key);
  if (!set) return;
  const pods = cluster.indexes.podsOf(set.id);
  const taken = new Set<string>();
  for (const pod of pods) {
    if (pod.phase === 'Failed') deletePod(cluster, keyOf(pod));
    else taken.add(pod.wantedNode);
  }
  const nodes = [...cluster.store.nodes.values()].filter((node) => runsOn(set, node));
  for (const { name } of nodes) {
    if (!taken.has(name)) createPod(cluster, 'DaemonSet', set, { wantedNode: name });
  }
  const isUpdated = (pod: PodRecord) => pod.template.hash === set.template.hash;
  const outdated = pods.find((pod) => !isUpdated(pod) && isActive(pod));
  const allReady = pods.every((pod) => pod.isReady && pod.deletedSec === undefined);
  if (outdated && allReady) deletePod(cluster, keyOf(outdated));
  const active = cluster.indexes.podsOf(set.id).filter(isActive);
  cluster.store.daemonsets.updateIfChanged(key, {
    status: {
      desired: nodes.length,
      ready: active.filter((pod) => pod.isReady).length,
      updated: active.filter(isUpdated).length,
    },
  });
}
