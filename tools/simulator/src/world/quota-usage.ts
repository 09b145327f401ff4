import type { Amounts } from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';

/** The use of every resource that a quota of the namespace may limit. */
export function usageOf(cluster: Cluster, namespace: string): Amounts {
  const { pods, milliCpu, bytes } = cluster.indexes.requestedIn(namespace);
  let claims = 0;
  for (const claim of cluster.store.persistentvolumeclaims.values())
    if (claim.namespace === namespace) claims += 1;
  return { pods, 'requests.cpu': milliCpu, 'requests.memory': bytes, persistentvolumeclaims: claims };
}

export function usedOf(hard: Amounts, usage: Amounts): Amounts {
  return Object.fromEntries(Object.keys(hard).map((resource) => [resource, usage[resource] ?? 0]));
}
