import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createPod, deletePod, statusOf } from './pods.ts';
import { followRevision } from './revisions.ts';

/**
 * Creates missing pods in the order of their numbers, one at a time. Each uses the claim of its number. Replaces
 * the pods of an old template.
 */
export function reconcileStatefulSet(cluster: Cluster, key: string): void {
  const { store, indexes } = cluster;
  const set = store.statefulsets.get(key);
  if (!set) return;
  const pods = indexes.podsOf(set.id);
  const byName = new Map(pods.map((pod) => [pod.name, pod]));
  let isWaiting = pods.some((pod) => pod.deletedSec !== undefined);
  for (let ordinal = 0; ordinal < set.replicas && !isWaiting; ordinal++) {
    const name = `${set.name}-${ordinal}`;
    const claim = `data-${name}`;
    const pod = byName.get(name);
    isWaiting = !pod?.isReady;
    if (pod?.phase === 'Failed') deletePod(cluster, keyOf(pod));
    if (pod) continue;
    const hasClaim = store.persistentvolumeclaims.get(`${set.namespace}/${claim}`) !== undefined;
    createPod(cluster, 'StatefulSet', set, { name, claims: hasClaim ? [claim] : [] });
  }
  // A rolling update begins with the highest number and waits for each new pod.
  const old = pods
    .filter((pod) => pod.template.hash !== set.template.hash)
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))[0];
  if (!isWaiting && pods.length === set.replicas && old) deletePod(cluster, keyOf(old));
  const status = statusOf(cluster, set);
  store.statefulsets.updateIfChanged(key, { status, ...followRevision(cluster, 'StatefulSet', set, status) });
}
