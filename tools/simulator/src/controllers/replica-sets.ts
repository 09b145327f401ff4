import type { PodRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, isActive, podsOfOwner } from './pods.ts';

export function reconcileReplicaSet(cluster: Cluster, key: string): void {
  const set = cluster.store.replicasets.get(key);
  if (!set) return;
  const active = podsOfOwner(cluster, set.id).filter(isActive);
  for (let missing = set.replicas - active.length; missing > 0; missing--) {
    const pod = createPod(cluster, {
      namespace: set.namespace,
      template: set.template,
      owner: { kind: 'ReplicaSet', name: set.name, id: set.id },
    });
    cluster.events.recordWorkload('ReplicaSet', set, 'SuccessfulCreate', `Created pod: ${pod.name}`);
  }
  const surplus = active.length - set.replicas;
  if (surplus > 0) {
    for (const pod of active.toSorted(leastWorthFirst).slice(0, surplus)) {
      cluster.events.recordWorkload('ReplicaSet', set, 'SuccessfulDelete', `Deleted pod: ${pod.name}`);
      deletePod(cluster, keyOf(pod));
    }
  }
  writeStatus(cluster, key);
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

function writeStatus(cluster: Cluster, key: string): void {
  const set = cluster.store.replicasets.get(key);
  if (!set) return;
  const active = podsOfOwner(cluster, set.id).filter(isActive);
  cluster.store.replicasets.updateIfChanged(key, {
    status: {
      replicas: active.length,
      ready: active.filter((pod) => pod.isReady).length,
      observedGeneration: set.generation,
    },
  });
}
