import type { NodeRecord, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, statusOf } from './pods.ts';
import { followRevision } from './revisions.ts';

/** Taints of a node with problems. Daemon pods tolerate all of them. */
const TOLERATED = /^node\.kubernetes\.io\//;

function runsOn(set: WorkloadRecord, node: NodeRecord): boolean {
  if (node.machine.isVirtual) return false;
  return set.template.toleratesTaints || node.taints.every((taint) => TOLERATED.test(taint.key));
}

/** Replaces a pod of an old template, one at a time and only while all others are ready. */
function rollOne(cluster: Cluster, { id, template }: WorkloadRecord): void {
  const pods = cluster.indexes.podsOf(id);
  const old = pods.filter((pod) => pod.template.hash !== template.hash);
  if (old.length === 0 || pods.some((pod) => pod.deletedSec !== undefined)) return;
  const next = old.find((pod) => !pod.isReady) ?? old[0];
  if (next && pods.every((pod) => pod.isReady || pod === next)) deletePod(cluster, keyOf(next));
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
  rollOne(cluster, set);
  const status = statusOf(cluster, set);
  const replicas = nodes.length;
  const rollout = followRevision(cluster, 'DaemonSet', { ...set, replicas }, status);
  cluster.store.daemonsets.updateIfChanged(key, { replicas, status, ...rollout });
}
