import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { createClaim } from './claims.ts';
import { createPod, deletePod, isActive, podsOfOwner } from './pods.ts';

/** Creates pods in the order of their numbers, one at a time, each with its claim. */
export function reconcileStatefulSet(cluster: Cluster, key: string): void {
  const { store } = cluster;
  const set = store.statefulsets.get(key);
  if (!set) return;
  const pods = podsOfOwner(cluster, set.id);
  const byName = new Map(pods.map((pod) => [pod.name, pod]));
  let isWaiting = pods.some((pod) => pod.deletion);
  for (let ordinal = 0; ordinal < set.replicas && !isWaiting; ordinal++) {
    const name = `${set.name}-${ordinal}`;
    const pod = byName.get(name);
    if (!pod) {
      const claims = set.claim ? [`${set.claim.name}-${name}`] : [];
      for (const claim of claims) {
        if (set.claim && !store.persistentvolumeclaims.get(`${set.namespace}/${claim}`))
          createClaim(cluster, {
            namespace: set.namespace,
            name: claim,
            bytes: set.claim.bytes,
            storageClass: set.claim.storageClass,
            labels: set.template.labels,
          });
      }
      createPod(cluster, {
        namespace: set.namespace,
        name,
        template: set.template,
        owner: { kind: 'StatefulSet', name: set.name, id: set.id },
        claims,
      });
      cluster.events.recordWorkload(
        'StatefulSet',
        set,
        'SuccessfulCreate',
        `create Pod ${name} in StatefulSet ${set.name} successful`,
      );
      isWaiting = true;
    } else if (pod.phase === 'Failed') {
      deletePod(cluster, keyOf(pod));
      isWaiting = true;
    } else if (!pod.isReady) isWaiting = true;
  }
  if (!isWaiting) shrinkOrUpdate(cluster, key);
  writeStatus(cluster, key);
}

/** From the highest number down: first the surplus pods, then the pods of an older revision. */
function shrinkOrUpdate(cluster: Cluster, key: string): void {
  const set = cluster.store.statefulsets.get(key);
  if (!set) return;
  const ordinalOf = (name: string) => Number(name.slice(set.name.length + 1));
  const pods = podsOfOwner(cluster, set.id).toSorted((a, b) => ordinalOf(b.name) - ordinalOf(a.name));
  const next =
    pods.find((pod) => ordinalOf(pod.name) >= set.replicas) ??
    pods.find((pod) => pod.template.hash !== set.template.hash);
  if (!next) return;
  cluster.events.recordWorkload(
    'StatefulSet',
    set,
    'SuccessfulDelete',
    `delete Pod ${next.name} in StatefulSet ${set.name} successful`,
  );
  deletePod(cluster, keyOf(next));
}

function writeStatus(cluster: Cluster, key: string): void {
  const set = cluster.store.statefulsets.get(key);
  if (!set) return;
  const pods = podsOfOwner(cluster, set.id).filter(isActive);
  const status = {
    replicas: pods.length,
    ready: pods.filter((pod) => pod.isReady).length,
    updated: pods.filter((pod) => pod.template.hash === set.template.hash).length,
    observedGeneration: set.generation,
  };
  const isUpdated = status.updated === set.replicas && status.ready === set.replicas;
  cluster.store.statefulsets.updateIfChanged(key, {
    status,
    currentHash: isUpdated ? set.template.hash : set.currentHash,
  });
}
