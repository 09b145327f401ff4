import type { PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive } from './pods.ts';

export function reconcileReplicaSet(cluster: Cluster, key: string): void {
  const set = cluster.store.replicasets.get(key);
  if (!set) return;
  const active = cluster.indexes.podsOf(set.id).filter(isActive);
  for (let missing = set.replicas - active.length; missing > 0; missing--)
    createPod(cluster, 'ReplicaSet', set);
  const surplus = Math.max(0, active.length - set.replicas);
  for (const pod of active.toSorted(leastWorthFirst).slice(0, surplus)) {
    cluster.events.recordWorkload('ReplicaSet', set, 'SuccessfulDelete', `Deleted pod: ${pod.name}`);
    deletePod(cluster, keyOf(pod));
  }
  const remaining = cluster.indexes.podsOf(set.id).filter(isActive);
  cluster.store.replicasets.updateIfChanged(key, {
    status: {
      replicas: remaining.length,
      ready: remaining.filter((pod) => pod.isReady).length,
    },
  });
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
