import type { Cluster } from '../world/cluster.ts';
import { usageOf, usedOf } from '../world/quota-usage.ts';

export function reconcileQuotas(cluster: Cluster, namespace: string): void {
  const quotas = [...cluster.store.resourcequotas.values()].filter((quota) => quota.namespace === namespace);
  if (quotas.length === 0) return;
  const usage = usageOf(cluster, namespace);
  for (const { name, hard } of quotas)
    cluster.store.resourcequotas.updateIfChanged(`${namespace}/${name}`, { used: usedOf(hard, usage) });
}
