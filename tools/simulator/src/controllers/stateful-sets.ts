import type { StatefulSetRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createClaim } from './claims.ts';
import { createPod, deletePod, isActive } from './pods.ts';

/** Creates pods in the order of their numbers, one at a time, each with its claim. */
export function reconcileStatefulSet(cluster: Cluster, key: string): void {
  const set = cluster.store.statefulsets.get(key);
  if (!set) return;
  const pods = cluster.indexes.podsOf(set.id);
  const byName = new Map(pods.map((pod) => [pod.name, pod]));
  let isWaiting = pods.some((pod) => pod.deletedSec !== undefined);
  for (let ordinal = 0; ordinal < set.replicas && !isWaiting; ordinal++) {
    const name = `${set.name}-${ordinal}`;
    const pod = byName.get(name);
    isWaiting = !pod?.isReady;
    if (!pod) createPod(cluster, 'StatefulSet', set, { name, claims: claimsOf(cluster, set, name) });
    else if (pod.phase === 'Failed') deletePod(cluster, keyOf(pod));
  }
  if (!isWaiting) shrinkOrUpdate(cluster, set);
  writeStatus(cluster, set);
}

function claimsOf(cluster: Cluster, set: StatefulSetRecord, podName: string): string[] {
  const { namespace, claimBytes: bytes } = set;
  if (bytes === undefined) return [];
  const name = `data-${podName}`;
  const { storageClass } = cluster.spec.flavour;
  if (!cluster.store.persistentvolumeclaims.get(`${namespace}/${name}`))
    createClaim(cluster, { namespace, name, bytes, storageClass });
  return [name];
}

/** From the highest number down: first the surplus pods, then the pods of an older revision. */
function shrinkOrUpdate(cluster: Cluster, set: StatefulSetRecord): void {
  const ordinalOf = (name: string) => Number(name.slice(set.name.length + 1));
  const pods = cluster.indexes.podsOf(set.id).toSorted((a, b) => ordinalOf(b.name) - ordinalOf(a.name));
  const next =
    pods.find((pod) => ordinalOf(pod.name) >= set.replicas) ??
    pods.find((pod) => pod.template.hash !== set.template.hash);
  if (!next) return;
  const message = `delete Pod ${next.name} in StatefulSet ${set.name} successful`;
  cluster.events.recordWorkload('StatefulSet', set, 'SuccessfulDelete', message);
  deletePod(cluster, keyOf(next));
}

function writeStatus(cluster: Cluster, set: StatefulSetRecord): void {
  const pods = cluster.indexes.podsOf(set.id).filter(isActive);
  cluster.store.statefulsets.updateIfChanged(keyOf(set), {
    status: {
      ready: pods.filter((pod) => pod.isReady).length,
      updated: pods.filter((pod) => pod.template.hash === set.template.hash).length,
    },
  });
}
