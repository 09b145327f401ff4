import type { Amounts } from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';

/** The use of every resource that a quota of the namespace may limit. */
export function usageOf({ indexes, store }: Cluster, namespace: string): Amounts {
  const { pods, bytes } = indexes.requestedIn(namespace);
  let claims = 0;
  for (const claim of store.persistentvolumeclaims.values()) if (claim.namespace === namespace) claims += 1;
  return { pods, 'requests.memory': bytes, persistentvolumeclaims: claims };
}

export function usedOf(hard: Amounts, usage: Amounts): Amounts {
  return Object.fromEntries(Object.keys(hard).map((resource) => [resource, usage[resource] ?? 0]));
}

export function reconcileQuotas(cluster: Cluster, namespace: string): void {
  const usage = usageOf(cluster, namespace);
  for (const quota of cluster.store.resourcequotas.values())
    if (quota.namespace === namespace)
      cluster.store.resourcequotas.updateIfChanged(`${namespace}/${quota.name}`, {
        used: usedOf(quota.hard, usage),
      });
}
