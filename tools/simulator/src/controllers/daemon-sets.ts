import type { DaemonSetRecord, NodeRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive, podsOfOwner } from './pods.ts';

/** Taints of a node with problems. Daemon pods tolerate all of them. */
const TOLERATED = /^node\.kubernetes\.io\//;

function runsOn(set: DaemonSetRecord, node: NodeRecord): boolean {
  if (node.machine.isVirtual) return false;
  const toleratesAll = set.template.tolerations.some(
    ({ key, operator }) => key === undefined && operator === 'Exists',
  );
  return toleratesAll || node.taints.every((taint) => TOLERATED.test(taint.key));
}

/** Keeps one pod on each node, and replaces them one at a time when the template changes. */
export function reconcileDaemonSet(cluster: Cluster, key: string): void {
  const set = cluster.store.daemonsets.get(key);
  if (!set) return;
  const pods = podsOfOwner(cluster, set.id);
  const taken = new Set<string>();
  for (const pod of pods) {
    if (pod.phase === 'Failed') deletePod(cluster, keyOf(pod));
    else taken.add(pod.wantedNode);
  }
  for (const node of cluster.store.nodes.values()) {
    if (!runsOn(set, node) || taken.has(node.name)) continue;
    const pod = createPod(cluster, {
      namespace: set.namespace,
      template: set.template,
      owner: { kind: 'DaemonSet', name: set.name, id: set.id },
      wantedNode: node.name,
    });
    cluster.events.recordWorkload('DaemonSet', set, 'SuccessfulCreate', `Created pod: ${pod.name}`);
  }
  const outdated = pods.find((pod) => pod.template.hash !== set.template.hash && isActive(pod));
  const allReady = pods.every((pod) => pod.isReady && !pod.deletion);
  if (outdated && allReady) deletePod(cluster, keyOf(outdated));
  writeStatus(cluster, key);
}

function writeStatus(cluster: Cluster, key: string): void {
  const set = cluster.store.daemonsets.get(key);
  if (!set) return;
  const pods = podsOfOwner(cluster, set.id).filter(isActive);
  const desired = [...cluster.store.nodes.values()].filter((node) => runsOn(set, node)).length;
  cluster.store.daemonsets.updateIfChanged(key, {
    status: {
      desired,
      current: Math.min(desired, pods.length),
      ready: pods.filter((pod) => pod.isReady).length,
      updated: pods.filter((pod) => pod.template.hash === set.template.hash).length,
      observedGeneration: set.generation,
    },
  });
}
