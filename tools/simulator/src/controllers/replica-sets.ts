import type { PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive, statusOf } from './pods.ts';

export function reconcileReplicaSet(cluster: Cluster, key: string): void {
  const set = cluster.store.replicasets.get(key);
  if (!set) return;
  const active = cluster.indexes.podsOf(set.id).filter(isActive);
  // After a refusal it tries again later, and not with every missing pod.
  for (let missing = set.replicas - active.length; missing > 0; missing--)
    if (!createPod(cluster, 'ReplicaSet', set)) break;
  const surplus = Math.max(0, active.length - set.replicas);
  for (const pod of active.toSorted(leastWorthFirst).slice(0, surplus)) {
    const message = `Deleted pod: ${pod.name}`;
    cluster.events.record('ReplicaSet', set, { reason: 'SuccessfulDelete', message });
    deletePod(cluster, keyOf(pod));
  }
  cluster.store.replicasets.updateIfChanged(key, { status: statusOf(cluster, set) });
}

/** The order of removal: without a node, not running, not ready, youngest. */
function leastWorthFirst(a: PodRecord, b: PodRecord): number {
  return worth(a) - worth(b) || b.createdSec - a.createdSec || b.id - a.id;
}

function worth(pod: PodRecord): number {
  if (pod.nodeName === '') return 0;
  if (pod.phase !== 'Running') return 1;
  return pod.isReady ? 3 : 2;
}
